import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { UNSHARE } from '../../faults/limits/limited-world.ts';
import { findConfineFault } from '../run-confined.ts';

const PROGRAM = fileURLToPath(new URL('./full-disk-program.ts', import.meta.url));
const disk = mkdtempSync(join(tmpdir(), 'mortise-disk-'));
afterAll(() => rmSync(disk, { recursive: true }));
const [unshare = '', ...flags] = UNSHARE;
/** A mount that what is started there alone sees. */
const MOUNT = 'mount -t tmpfs -o size=256k,nr_inodes=64,mode=0777 tmpfs "$0"';
const canMount = spawnSync(unshare, [...flags, 'sh', '-c', MOUNT, disk]).status === 0;
const fault = canMount
  ? await findConfineFault()
  : 'this account may not mount, not even in a namespace of its own';

describe.skipIf(fault !== undefined)(
  `granted programs on a full disk (S-6, M-4)${fault === undefined ? '' : `; skipped here: ${fault}`}`,
  () => {
    it.each([
      ['as it is', {}],
      ['without namespaces', { without: ['namespaces'] }],
    ] as const)('are told so, leave nothing, and run when there is room: %s', (_where, trial) => {
      const node = [process.execPath, '--no-warnings', '--no-node-snapshot', PROGRAM];
      const script = `${MOUNT} && exec "$@"`;
      const said = execFileSync(
        unshare,
        [...flags, 'sh', '-c', script, disk, ...node, JSON.stringify(trial)],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], TMPDIR: disk }, timeout: 60_000 },
      );
      const { roomy, withoutBytes, withoutFiles, again, left } = JSON.parse(said);
      expect([roomy, again]).toEqual(['ended', 'ended']);
      expect(withoutBytes).toMatch(
        /^ended\n.*No space left on device$|^failed: .*(ENOSPC|no space)/i,
      );
      expect(withoutFiles).toMatch(/No space left on device|^failed: .*(ENOSPC|no space)/i);
      expect(left).toEqual(['work']);
    });
  },
);
