export { type LangChainOptions, langChainTools } from './langchain-tools.ts';
