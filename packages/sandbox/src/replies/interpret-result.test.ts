import { failWith, type Success } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretResult } from './interpret-result.ts';

const USAGE = { cpuMs: 1, wallMs: 1, heapBytes: 1, bytesIn: 1, bytesOut: 1, hostCalls: 0 };
const FACTS = { usage: USAGE, errorChars: 2_000 };
const OUTCOME_KEYS: readonly string[] = [
  ...['status', 'content', 'structured', 'costUsd', 'usage', 'reduction'],
  ...['code', 'message', 'effects'],
];

describe('interpretResult (S-5)', () => {
  it.each([
    {
      guest: '{"content":[{"type":"text","text":"a"}]}',
      then: { content: [{ type: 'text', text: 'a' }] },
    },
    {
      guest: '{"content":[],"structured":{"a":1},"isError":true,"costUsd":0.5}',
      then: { ...failWith([], FACTS), structured: { a: 1 }, costUsd: 0.5 },
    },
    {
      guest: '{"content":[{"type":"image","data":"x","mimeType":"image/png"}]}',
      then: { content: [{ type: 'image', data: 'x', mimeType: 'image/png' }] },
    },
    {
      guest: '{"content":[{"type":"resource_link","uri":"u","name":"n"}]}',
      then: { content: [{ type: 'resource_link', uri: 'u', name: 'n' }] },
    },
    {
      guest: '{"content":[],"structured":[-0,1e308]}',
      then: { content: [], structured: [-0, 1e308] },
    },
    {
      guest: '{"content":[],"structured":{"a":1,"a":2}}',
      then: { content: [], structured: { a: 2 } },
    },
    { guest: '{"content":[],"isError":"yes","costUsd":-1,"extra":1}', then: { content: [] } },
  ])('takes $guest', ({ guest, then }) => {
    expect(interpretResult(guest, FACTS)).toEqual({ status: 'ok', usage: FACTS.usage, ...then });
  });

  it.each([
    'x',
    'null',
    '[]',
    '{}',
    '{"content":{}}',
    '{"content":[null]}',
    '{"content":[{"type":"text"}]}',
    '{"content":[{"type":"text","text":5}]}',
    '{"content":[{"type":"video","data":"x"}]}',
    '{"content":[{"type":"image","data":"x"}]}',
    '{"content":[],"structured":1e999}',
    '{"content":[],"structured":{"a":[1,{"b":-1e999}]}}',
    `{"content":[],"structured":[${'9'.repeat(400)}]}`,
    `{"content":[],"structured":${'['.repeat(100)}${']'.repeat(100)}}`,
  ])('refuses %s', (guest) => {
    expect(interpretResult(guest, FACTS)).toBeUndefined();
  });

  it('keeps a key called __proto__ as an ordinary one', () => {
    const guest = '{"content":[],"structured":{"__proto__":{"polluted":true}}}';
    const structured = (interpretResult(guest, FACTS) as Success).structured as object;
    expect(Object.getPrototypeOf(structured)).toBe(Object.prototype);
    expect(Object.keys(structured)).toEqual(['__proto__']);
  });

  it('never throws and never gives more than it names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const keys = Object.keys(interpretResult(JSON.stringify(value), FACTS) ?? {});
        expect(keys.every((key) => OUTCOME_KEYS.includes(key))).toBe(true);
      }),
    );
  });

  it('takes what its reducer did', () => {
    const guest = '{"content":[],"reduction":{"state":"applied","rawChars":9}}';
    expect(interpretResult(guest, FACTS)?.reduction).toEqual({ state: 'applied', rawChars: 9 });
  });
});
