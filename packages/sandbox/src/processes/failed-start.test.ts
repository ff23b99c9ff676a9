import { describe, expect, it } from 'vitest';
import { describeFailedStart, type EndedRunner } from './failed-start.ts';

const NO_ROOM = 'Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n';
const ABORTED: EndedRunner = {
  ...{ end: { kind: 'exited', code: null, signal: 'SIGABRT' }, stderr: '' },
  ...{ isReady: true, hasOpened: false, wasKilled: false },
};

describe('a runner that ended, and whether it had started (S-4)', () => {
  it.each([
    { when: 'it was not ready', about: { isReady: false }, then: 'SIGABRT' },
    { when: 'it was ready', about: {}, then: undefined },
    { when: 'it was killed', about: { isReady: false, wasKilled: true }, then: undefined },
    {
      when: 'V8 had no room',
      about: { stderr: NO_ROOM },
      isLimited: true,
      then: `SIGABRT ${NO_ROOM.trim()}`,
    },
    { when: 'V8 says so where nothing is limited', about: { stderr: NO_ROOM }, then: undefined },
    {
      ...{ when: 'V8 says so after an extension ran', isLimited: true, then: undefined },
      about: { stderr: NO_ROOM, hasOpened: true },
    },
  ])('$when → $then', ({ about, isLimited = false, then }) => {
    expect(describeFailedStart({ ...ABORTED, ...about }, () => isLimited)).toBe(then);
  });
});
