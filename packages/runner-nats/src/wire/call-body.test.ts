import { type RunRequest, resolveLimits } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { readCallBody, writeCallBody } from './call-body.ts';

const LONG = 'a "quoted" line\n'.repeat(20);
const LIMITS = resolveLimits();

const REQUEST: RunRequest = {
  ...{ callId: 'c', extensionId: 'e', toolName: 't', mode: 'run', timeoutMs: 1_000, args: {} },
  caller: { agentId: 'a', sessionKey: 's', principalId: 'p', workerScope: 'shared', turnCount: 1 },
};

const cross = (args: unknown) => {
  const written = writeCallBody({ ...REQUEST, args }, LIMITS);
  return 'json' in written ? readCallBody(written.json, 900) : written;
};

describe('the body of a call on another machine (C-2)', () => {
  it.each([
    { what: 'nothing', args: undefined, then: {} },
    { what: 'a list', args: [1, LONG], then: [1, LONG] },
    { what: 'long texts', args: { z: LONG, a: 1, b: LONG }, then: { z: LONG, a: 1, b: LONG } },
  ])('brings $what as it was given', ({ args, then }) => {
    const body = cross(args);
    expect(body).toMatchObject({ callId: 'c', toolName: 't', mode: 'run', timeoutMs: 900 });
    expect(JSON.stringify(body && 'args' in body ? body.args : undefined)).toBe(
      JSON.stringify(then),
    );
  });

  it('does not say who asked', () => {
    expect(JSON.stringify(cross({ text: LONG }))).not.toContain('principalId');
  });

  it('counts long texts to the size of arguments', () => {
    const written = writeCallBody(
      { ...REQUEST, args: { text: 'é'.repeat(200) } },
      { ...LIMITS, argumentBytes: 300 },
    );
    expect(written).toEqual({ problem: '/: larger than 300 bytes' });
  });

  it('takes no field that hosts do not write: the time is that of the frame', () => {
    const fields = '"caller":{},"timeoutMs":7,"attachments":[],"trace":{},"extensionId":"x"';
    const json = `{"callId":"c","toolName":"t","mode":"run",${fields},"args":{}}`;
    const told = { callId: 'c', toolName: 't', mode: 'run', caller: {}, args: {}, timeoutMs: 1 };
    expect(readCallBody(json, 1)).toEqual(told);
  });

  it('takes no text that stands for no argument', () => {
    const json = '{"callId":"c","toolName":"t","mode":"run","caller":{},"args":{"a":1}}';
    expect(readCallBody(`${json}\x1d__proto__\x1fx\x1db\x1fx`, 1)?.args).toEqual({ a: 1 });
    expect(readCallBody(`${json.replace('{"a":1}', '7')}\x1da\x1fx`, 1)).toBeUndefined();
  });
});
