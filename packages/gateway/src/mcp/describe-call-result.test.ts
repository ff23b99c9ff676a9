import type { ContentPart } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { describeCallResult } from './describe-call-result.ts';

const failedWith = (content: readonly ContentPart[]) =>
  describeCallResult({
    ...{ ok: false, status: 'failed', id: '1', name: 'scan', durationMs: 1 },
    ...{ code: 'execution_failed', message: 'one\ntwo', hint: 'Try again.', effects: 'unknown' },
    content,
  });

describe('an error with parts, for an MCP client', () => {
  it('keeps the parts in their order, with annotations and _meta (E-4b)', () => {
    const content: readonly ContentPart[] = [
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'text', text: 'one', annotations: { audience: ['user'] } },
      { type: 'resource_link', uri: 'file:///log', name: 'log', _meta: { page: 1 } },
      { type: 'text', text: 'two' },
    ];
    expect(failedWith(content)).toEqual({
      content: [{ type: 'text', text: 'execution_failed\nHint: Try again.' }, ...content],
      isError: true,
    });
  });

  it('is one text if the tool gave nothing but text', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ] as const;
    expect(failedWith(content).content).toEqual([
      { type: 'text', text: 'execution_failed: one\ntwo\nHint: Try again.' },
    ]);
  });
});
