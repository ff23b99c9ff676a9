import { beforeAll, describe, expect, it } from 'vitest';
import { ensureRuntime } from '../../../packages/sandbox/src/runtime/runtime-files.ts';
import { isFullRun } from '../../full-run.ts';
import { findConfineFault } from '../run-confined.ts';
import { PROGRAM_ROWS } from './program-rows.ts';
import { canChangeUser, ORDINARY_USER, runRowsAs } from './run-rows-as.ts';

const fault = await findConfineFault();
const where = fault === undefined ? '' : `; skipped here: ${fault}`;
/** Of the others `npm test` takes those that needed rights which programs did not have. */
const QUICK = /^(git init|touch|chmod|cp -p|tar|a python)/;

const isRoot = process.geteuid?.() === 0;
const own = isRoot ? 'root' : 'this account';
const note = isRoot && !canChangeUser() ? '; not by another account: it finds no checkout' : '';
const ALL_MACHINES = [
  { machine: `${own}`, without: [] },
  { machine: `${own}, without namespaces`, without: ['namespaces'] },
  ...(canChangeUser()
    ? ([
        { machine: 'an ordinary user', user: ORDINARY_USER, without: [] },
        { machine: 'one without /proc of its own', user: ORDINARY_USER, without: ['processes'] },
        { machine: 'one without namespaces', user: ORDINARY_USER, without: ['namespaces'] },
      ] as const)
    : []),
] as const;

/** `npm test` takes the most usual host, and the one that has least. */
const MACHINES = isFullRun()
  ? ALL_MACHINES
  : ALL_MACHINES.slice(-3).filter((_each, at) => at !== 1);

const rows = PROGRAM_ROWS.flatMap(({ what }, index) =>
  isFullRun() || QUICK.test(what) ? [index] : [],
);

describe.skipIf(fault !== undefined)(`what granted programs do (S-6)${where}${note}`, () => {
  // In a checkout of root others cannot.
  beforeAll(async () => void (await ensureRuntime()));

  it.each(MACHINES)(
    'as anywhere else, by a host of $machine',
    { timeout: 300_000 },
    async (order) => {
      const { rows: results, layers } = await runRowsAs({ ...order, rows });
      expect(layers['attributes']).toBe('on');
      const there = results.filter((result) => 'said' in result);
      expect(there.length).toBeGreaterThan(rows.length / 2);
      const wanted = new Map(PROGRAM_ROWS.map(({ what, says }) => [what, says]));
      expect(there).toEqual(
        there.map(({ what }) => ({ what, said: wanted.get(what), errors: '' })),
      );
    },
  );
});
