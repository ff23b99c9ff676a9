import type { Principal } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import {
  clientInfoOf,
  clientSessionKey,
  conversationOf,
  readSessionHeader,
} from './session-key.ts';

const principal = (id: string): Principal => ({ kind: 'client', id, roles: [], agents: 'all' });

describe('the key of a conversation', () => {
  it.each([
    { header: null, then: { status: 'absent' } },
    { header: undefined, then: { status: 'absent' } },
    { header: 'work', then: { status: 'stated', key: 'work' } },
    { header: 'a b', then: { status: 'invalid' } },
    { header: 'é', then: { status: 'invalid' } },
    { header: 'x'.repeat(129), then: { status: 'invalid' } },
  ])('is $then.status for the header $header', ({ header, then }) => {
    expect(readSessionHeader(header)).toEqual(then);
  });

  it.each([
    { info: { name: 'cursor', version: '1' }, then: 'mcp t1 cursor' },
    { info: { name: 'two words\n' }, then: 'mcp t1 two_words_' },
    { info: { name: 'n'.repeat(500) }, then: `mcp t1 ${'n'.repeat(100)}` },
    { info: { name: '' }, then: 'mcp t1 anonymous' },
    { info: { name: 7 }, then: 'mcp t1 anonymous' },
    { info: null, then: 'mcp t1 anonymous' },
    { info: undefined, then: 'mcp t1 anonymous' },
  ])('of a client that states none is $then', ({ info, then }) => {
    expect(clientSessionKey(principal('t1'), info)).toBe(then);
  });

  it.each([
    { sessionKey: 'mcp t1 cursor 12', then: 'mcp t1 cursor' },
    { sessionKey: 'mcp t1 cursor', then: 'mcp t1 cursor' },
    { sessionKey: 'mcp t1 7', then: 'mcp t1 7' },
    { sessionKey: 'chat-7', then: 'chat-7' },
  ])('has the ids of $then for $sessionKey, whatever its number (C-3)', ({ then, ...id }) => {
    expect(conversationOf(id)).toBe(then);
  });

  it('is another for each token, can be stated by none, and is short whatever an issuer calls its subject', () => {
    const info = { name: 'cursor' };
    const of = (id: string) => clientSessionKey(principal(id), info);
    expect(of('t1')).not.toBe(of('t2'));
    expect(readSessionHeader(of('t1')).status).toBe('invalid');
    expect(of('x'.repeat(10_000)).length).toBeLessThan(200);
    expect(of(`${'x'.repeat(10_000)}1`)).not.toBe(of(`${'x'.repeat(10_000)}2`));
  });

  it.each([
    { message: { params: { _meta: { 'io.modelcontextprotocol/clientInfo': 7 } } }, then: 7 },
    { message: {}, then: undefined },
    { message: null, then: undefined },
    { message: 'initialize', then: undefined },
  ])('is made of what a message says of its client: $message', ({ message, then }) => {
    expect(clientInfoOf(message)).toBe(then);
  });
});
