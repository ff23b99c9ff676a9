import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../release/workspace-packages.ts';
import { type ApiReports, apiReports } from './api-reports.ts';

const FOLDER = join(ROOT, 'docs', 'api');
const written = globSync('*.api.md', { cwd: FOLDER }).toSorted();

// Ten seconds of CPU time of two compilers; on a machine that is busy elsewhere they take minutes.
const MAY_TAKE_MS = 300_000;

let reports: ApiReports;
beforeAll(async () => {
  reports = await apiReports();
}, MAY_TAKE_MS);

describe('the public API', () => {
  it('has a report for every published package, and no other', () => {
    expect(written).toEqual([...reports.pages.keys()].toSorted());
  });

  it.each(written)(
    'is what its report says, else it changed: if so, type `pnpm docs:api`: %s',
    (name) => {
      expect(reports.pages.get(name)).toBe(readFileSync(join(FOLDER, name), 'utf8'));
    },
  );

  it('has no `any` in it', () => {
    expect(reports.anys).toEqual([]);
  });

  it('has declarations that a compiler reads without a complaint', () => {
    expect(reports.problems).toEqual([]);
  });
});
