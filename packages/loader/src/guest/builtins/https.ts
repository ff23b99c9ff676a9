import { Agent as PlainAgent, secureAgent } from '../http/agent.ts';
import { ClientRequest } from '../http/client-request.ts';
import { requestTarget } from '../http/request-target.ts';

export class Agent extends PlainAgent {
  constructor(options: { readonly [key: string]: unknown } = {}) {
    super(options, 'https:');
  }
}

export const globalAgent = secureAgent;

export function request(...args: unknown[]): ClientRequest {
  return new ClientRequest(requestTarget(args, 'https:'));
}

export function get(...args: unknown[]): ClientRequest {
  const made = request(...args);
  made.end();
  return made;
}
