import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNSHARE } from './limits/limited-world.ts';

const MORTISE = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'mortise.js');
const root = mkdtempSync(join(tmpdir(), 'mortise-token-faults-'));
const project = join(root, 'project');
const state = join(root, 'state');
const home = join(root, 'home');

beforeAll(() => {
  for (const folder of [project, state, home]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(project, 'mortise.config.yaml'), 'agents: { main: {} }\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Types a command where something is mounted that this process alone sees; its exit code and all it said. */
function typeWith(prepare: string, ...argv: readonly string[]): [number | null, string] {
  const [unshare = '', ...flags] = UNSHARE;
  const script = `${prepare} && cd "$0" && exec "$@"`;
  const command = [process.execPath, MORTISE, ...argv, '--state-dir', state];
  const ran = spawnSync(unshare, [...flags, 'sh', '-c', script, project, ...command], {
    ...{ encoding: 'utf8', timeout: 60_000 },
    env: { PATH: process.env['PATH'], HOME: home, NODE_COMPILE_CACHE: '' },
  });
  return [ran.status, ran.stdout + ran.stderr];
}

const canMount =
  spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'sh', '-c', `mount -t tmpfs tmpfs ${tmpdir()}`])
    .status === 0;

const NO_MOUNT = 'this account may not mount, not even in a namespace of its own';

const FULL = `mount -t tmpfs -o size=96k,mode=0700 tmpfs ${state} && (cat /dev/zero > ${state}/fill 2>/dev/null; true)`;
const READ_ONLY = `mount --bind ${state} ${state} && mount -o remount,ro,bind ${state}`;
const HOME_READ_ONLY = `mount --bind ${home} ${home} && mount -o remount,ro,bind ${home}`;

describe('mortise token (T-1, T-9)', () => {
  it.for([
    ['a full disk', FULL],
    ['a state folder that cannot be written', READ_ONLY],
  ] as const)(
    'makes nothing on %s, and says so with a code and a next step',
    ([, prepare], { skip }) => {
      skip(!canMount, NO_MOUNT);
      for (const argv of [
        ['token', 'create', '--agent', 'main'],
        ['connect', 'cursor', 'main'],
        ['token', 'rotate'],
      ]) {
        const [status, said] = typeWith(prepare, ...argv);
        expect([argv, status === 0, /hint: \S/.test(said)]).toEqual([argv, false, true]);
        expect(said).not.toMatch(/mortise_[0-9a-z]{12}_/);
        expect(said).not.toMatch(/\n\s+at .*\.ts:\d+/);
      }
    },
  );

  it('needs nothing of a home that cannot be written', ({ skip }) => {
    skip(!canMount, NO_MOUNT);
    const [status, said] = typeWith(HOME_READ_ONLY, 'token', 'create', '--agent', 'main');
    expect([status, said]).toEqual([0, expect.stringMatching(/^mortise_[0-9a-z]{12}_/)]);
    expect(typeWith(HOME_READ_ONLY, 'token', 'list')[1]).toContain('main');
  });
});
