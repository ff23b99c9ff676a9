import { describe, expect, it } from 'vitest';
import { clientSessionKey, readSessionHeader } from './session-key.ts';

describe('the key of a conversation', () => {
  it.each([
    { header: null, then: { status: 'absent' } },
    { header: 'work', then: { status: 'stated', key: 'work' } },
    { header: 'a b', then: { status: 'invalid' } },
    { header: 'é', then: { status: 'invalid' } },
    { header: 'x'.repeat(129), then: { status: 'invalid' } },
  ])('is $then.status for the header $header', ({ header, then }) => {
    const headers = new Headers(header === null ? {} : { 'Mortise-Session': header });
    expect(readSessionHeader(headers)).toEqual(then);
  });

  const named = (clientInfo: unknown) => ({
    params: { _meta: { 'io.modelcontextprotocol/clientInfo': clientInfo } },
  });
  it.each([
    { message: named({ name: 'cursor', version: '1' }), then: 'mcp-client:cursor' },
    { message: named({ name: 'two words\n' }), then: 'mcp-client:two_words_' },
    { message: named({ name: 'n'.repeat(500) }), then: `mcp-client:${'n'.repeat(100)}` },
    { message: named({ name: '' }), then: 'mcp-client:anonymous' },
    { message: named({ name: 7 }), then: 'mcp-client:anonymous' },
    { message: named(null), then: 'mcp-client:anonymous' },
    { message: {}, then: 'mcp-client:anonymous' },
    { message: null, then: 'mcp-client:anonymous' },
    { message: 'initialize', then: 'mcp-client:anonymous' },
  ])('of a stateless client that states none is $then', ({ message, then }) => {
    expect(clientSessionKey(message)).toBe(then);
  });
});
