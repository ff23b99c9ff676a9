import { describe, expect, it } from 'vitest';
import { interpretRemoteResult } from './interpret-remote-result.ts';

const replyTo = (json: string) => interpretRemoteResult(JSON.parse(json), 10_000);

describe('a result of a mounted server (S-5)', () => {
  it.each([
    { what: 'a number that is not finite', structured: '{"a":[1e999]}' },
    { what: 'too many levels', structured: `{"a":${'['.repeat(300)}${']'.repeat(300)}}` },
  ])('with $what is invalid', ({ structured }) => {
    expect(replyTo(`{"content":[],"structuredContent":${structured}}`)).toMatchObject({
      kind: 'failed',
      code: 'result_invalid',
    });
  });

  it('keeps ordinary numbers as they are', () => {
    expect(replyTo('{"content":[],"structuredContent":{"a":[1e99,-1]}}')).toMatchObject({
      kind: 'returned',
      value: { structured: { a: [1e99, -1] } },
    });
  });
});
