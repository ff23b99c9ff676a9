export { answerChatCalls, chatTools } from './chat-completions.ts';
export { answerResponseCalls, responseTools } from './responses.ts';
