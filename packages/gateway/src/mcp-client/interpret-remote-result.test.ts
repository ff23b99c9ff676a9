import { resolveLimits } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { interpretRemoteResult } from './interpret-remote-result.ts';

const LIMITS = resolveLimits({ resultBytes: 10_000, mediaBytes: 30_000 });
const replyTo = (json: string) => interpretRemoteResult(JSON.parse(json), LIMITS);

describe('a result of a mounted server (S-5)', () => {
  it.each([
    { what: 'a number that is not finite', structured: '{"a":[1e999]}' },
    { what: 'too many levels', structured: `{"a":${'['.repeat(300)}${']'.repeat(300)}}` },
  ])('with $what is invalid', ({ structured }) => {
    expect(replyTo(`{"content":[],"structuredContent":${structured}}`)).toMatchObject({
      status: 'failed',
      code: 'result_invalid',
    });
  });

  it('keeps ordinary numbers as they are', () => {
    expect(replyTo('{"content":[],"structuredContent":{"a":[1e99,-1]}}')).toMatchObject({
      status: 'ok',
      structured: { a: [1e99, -1] },
    });
  });

  it('keeps the order of parts, their annotations and _meta, and leaves out unknown kinds (E-4b)', () => {
    const content = [
      { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { audience: ['user'] } },
      { type: 'text', text: 'between', _meta: { 'acme/n': 1 } },
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', description: 'd', size: 3 },
      { type: 'resource', resource: { uri: 'u', mimeType: 'text/plain', text: 't', _meta: {} } },
    ];
    const later = { type: 'hologram', data: 'x' };
    expect(replyTo(JSON.stringify({ content: [later, ...content] }))).toEqual({
      status: 'ok',
      content,
    });
  });

  it.each([
    { what: 'media within their own limit', data: 'A'.repeat(40_000), text: '', then: 'ok' },
    { what: 'more media', data: 'A'.repeat(40_004), text: '', then: 'result_too_large' },
    { what: 'more of the rest', data: '', text: 'x'.repeat(10_001), then: 'result_too_large' },
  ])('takes or refuses by bytes: $what (E-4b)', ({ data, text, then }) => {
    const content = [
      { type: 'image', data, mimeType: 'image/png' },
      { type: 'text', text },
    ];
    const outcome = replyTo(JSON.stringify({ content }));
    expect(outcome.status === 'ok' ? 'ok' : outcome.code).toBe(then);
  });

  it('keeps the parts of an error (E-4b)', () => {
    const content = [
      { type: 'text', text: 'no' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ];
    expect(replyTo(JSON.stringify({ content, isError: true }))).toMatchObject({
      status: 'failed',
      code: 'execution_failed',
      message: 'no',
      content,
    });
  });
});
