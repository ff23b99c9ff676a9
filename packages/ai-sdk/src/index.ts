export { type AiSdkOptions, type AiSdkTools, aiSdkTools } from './ai-sdk-tools.ts';
export { type AiSdkOutput, ToolCallError } from './call-output.ts';
