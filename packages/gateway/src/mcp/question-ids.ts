import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';

/** No question has this id. */
const NOBODYS = -1;

/**
 * The ids of what a server asks its client. The SDK counts them from 0, in every server anew; but two hosts may have one
 * session open, and an answer to one of them must never pass for an answer to the other.
 */
export class QuestionIds {
  readonly #prefix: string;

  /** `nonce`: no other transport has it. */
  constructor(nonce: string) {
    this.#prefix = `${nonce}:`;
  }

  /** What leaves for the client. */
  write(message: JSONRPCMessage): JSONRPCMessage {
    if (isJSONRPCRequest(message)) {
      const { params } = message;
      const token = params?._meta?.progressToken;
      const id = this.#named(message.id);
      if (token === undefined) return { ...message, id };
      const _meta = { ...params?._meta, progressToken: this.#named(token) };
      return { ...message, id, params: { ...params, _meta } };
    }
    return isCancelled(message)
      ? withParam(message, 'requestId', (requestId) => this.#named(requestId))
      : message;
  }

  /** What came from the client: an answer to what others asked answers nothing here. */
  read(message: unknown): unknown {
    if (typeof message !== 'object' || message === null) return message;
    if (!('method' in message) && 'id' in message) return { ...message, id: this.#own(message.id) };
    return isJSONRPCNotification(message) && message.method === 'notifications/progress'
      ? withParam(message, 'progressToken', (token) => this.#own(token))
      : message;
  }

  #named(id: unknown): string {
    return `${this.#prefix}${String(id)}`;
  }

  #own(id: unknown): number {
    if (typeof id !== 'string' || !id.startsWith(this.#prefix)) return NOBODYS;
    const number = id.slice(this.#prefix.length);
    return /^\d{1,15}$/.test(number) ? Number(number) : NOBODYS;
  }
}

type Notice = Extract<JSONRPCMessage, { readonly method: string }>;

function isCancelled(message: JSONRPCMessage): message is Notice {
  return 'method' in message && message.method === 'notifications/cancelled';
}

function withParam(message: Notice, name: string, change: (value: unknown) => unknown): Notice {
  const { params } = message;
  if (params === undefined || !Object.hasOwn(params, name)) return message;
  return { ...message, params: { ...params, [name]: change(params[name]) } };
}
