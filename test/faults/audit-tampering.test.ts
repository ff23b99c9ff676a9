import { expect, it } from 'vitest';
import { tamperLog } from './tampering/tamper-log.ts';

/** Ten of each kind; `pnpm test:full` makes 10,000 (`pnpm faults:audit`). */
const CHANGES = 260;

it(`finds ${CHANGES} changes of an audit log, and names their places (T-7)`, {
  timeout: 120_000,
}, async () => {
  const { missed, misplaced, kinds } = await tamperLog(CHANGES, 11);
  expect({ missed, misplaced }).toEqual({ missed: [], misplaced: [] });
  expect(Object.values(kinds)).toEqual(Array(26).fill(10));
});
