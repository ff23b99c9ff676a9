export { answerToolUses, messageTools } from './messages.ts';
