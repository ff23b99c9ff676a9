import { expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { killWriters } from './audit-kills/kill-writers.ts';

const KILLS = isFullRun() ? 60 : 4;

it(`keeps the chain and what was acknowledged when its writers are killed: ${KILLS} kills (T-7)`, {
  timeout: 600_000,
}, async () => {
  const { broken, lost, acknowledged } = await killWriters(KILLS);
  expect({ broken, lost }).toEqual({ broken: [], lost: [] });
  expect(acknowledged).toBeGreaterThan(0);
});
