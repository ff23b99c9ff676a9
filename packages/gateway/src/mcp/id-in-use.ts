import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { MessageFault } from './interpret-message.ts';

/** Answers go by ids: of two requests with one id, each would get what the other asked for. */
export const ID_IN_USE: MessageFault = {
  code: ProtocolErrorCode.InvalidRequest,
  message: 'A request with this id is being answered in this session; give each an id of its own.',
};
