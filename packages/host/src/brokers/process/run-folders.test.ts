import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RunFolders } from './run-folders.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-folders-')));
/** Hosts of a test that failed in between would keep the output of the whole run open. */
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const host of running) host.kill('SIGKILL');
  running.clear();
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
});

const MODULE = new URL('./run-folders.ts', import.meta.url).href;

/** A host that has a folder in use; it can be killed. */
async function startHost() {
  const code = `import { RunFolders } from ${JSON.stringify(MODULE)};
    // Kept as a host keeps it: a lock that is collected as garbage is let go of.
    globalThis.folders = new RunFolders(${JSON.stringify(place)});
    process.stdout.write(globalThis.folders.make().path);
    setInterval(() => {}, 1e6);`;
  const host = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(host);
  const [said] = await once(host.stdout, 'data');
  const kill = async () => {
    const ended = once(host, 'exit');
    host.kill('SIGKILL');
    await ended;
  };
  return { folder: String(said), kill };
}

/** A folder as a host leaves it that was killed. */
function makeLeft(name = 'mortise-run-abcDE1'): string {
  const path = join(place, name);
  mkdirSync(join(path, '1'), { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  writeFileSync(join(path, 'lock'), '');
  return path;
}

/** A host that runs one program, and has looked at what others left. */
async function makeOnce(): Promise<void> {
  const folders = new RunFolders(place);
  await folders.make()[Symbol.asyncDispose]();
  await folders.looked;
}

describe('temporary folders of programs (S-6)', () => {
  it('are one for each run, for this account alone, and gone with the last one', async () => {
    const folders = new RunFolders(place);
    const [one, other] = [folders.make(), folders.make()];
    expect(one.path).not.toBe(other.path);
    expect(dirname(one.path)).toBe(dirname(other.path));
    await one[Symbol.asyncDispose]();
    expect([existsSync(one.path), existsSync(other.path)]).toEqual([false, true]);
    await other[Symbol.asyncDispose]();
    expect(readdirSync(place)).toEqual([]);
  });

  it('of a host that runs are left alone, those of one that was killed are not', async () => {
    const host = await startHost();
    writeFileSync(join(host.folder, 'file'), 'x');
    await makeOnce();
    expect(existsSync(join(host.folder, 'file'))).toBe(true);
    await host.kill();
    await makeOnce();
    expect(readdirSync(place)).toEqual([]);
  });

  it('go although a program closed them', async () => {
    const left = makeLeft();
    mkdirSync(join(left, '1', 'closed', 'inner'), { recursive: true });
    chmodSync(join(left, '1', 'closed'), 0);
    await makeOnce();
    expect(readdirSync(place)).toEqual([]);
  });

  it('go however deep a program made them, with few descriptors, and whatever it called them', async () => {
    const fill = `const fs = require('node:fs');
      fs.writeFileSync(Buffer.from([0xff, 0xfe]), 'x');
      for (let level = 0; level < 1_000; level += 1) {
        fs.mkdirSync('deep'); fs.symlinkSync('/etc', 'etc'); process.chdir('deep');
      }
      for (let inner = 0; inner < 60; inner += 1) fs.mkdirSync(String(inner), inner % 2 ? 0 : 0o500);
      fs.chmodSync('0', 0o700); fs.mkdirSync('0/in'); fs.chmodSync('0', 0); fs.chmodSync('.', 0);`;
    const code = `import { RunFolders } from ${JSON.stringify(MODULE)};
      import { execFileSync } from 'node:child_process';
      const folder = new RunFolders(${JSON.stringify(place)}).make();
      execFileSync(process.execPath, ['-e', ${JSON.stringify(fill)}], { cwd: folder.path });
      await folder[Symbol.asyncDispose]();`;
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', code];
    const host = spawn('sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node], {
      ...{ stdio: 'inherit', timeout: 30_000 },
    });
    expect(await once(host, 'exit')).toEqual([0, null]);
    expect(readdirSync(place)).toEqual([]);
  });

  it('are refused, and none is left behind, where no file can be made in them', async () => {
    const code = `import { RunFolders } from ${JSON.stringify(MODULE)};
      import { openSync } from 'node:fs';
      try { for (;;) openSync('/dev/null'); } catch {}
      try { new RunFolders(${JSON.stringify(place)}).make(); } catch (error) { process.stdout.write(String(error.code)); }`;
    const script = join(place, 'starving.mjs');
    writeFileSync(script, code);
    const host = spawn(
      'bash',
      ['-c', 'ulimit -n 60; exec "$0" --no-warnings "$1"', process.execPath, script],
      { stdio: ['ignore', 'pipe', 'inherit'], timeout: 30_000 },
    );
    const [said] = await once(host.stdout, 'data');
    await once(host, 'exit');
    expect(String(said)).toMatch(/^(?:EMFILE|file_not_writable)$/);
    expect(readdirSync(place)).toEqual(['starving.mjs']);
  });

  it('that a process works in are left alone', async () => {
    const left = makeLeft();
    const user = spawn('sleep', ['300'], { cwd: join(left, '1'), stdio: 'ignore' });
    await once(user, 'spawn');
    await makeOnce();
    expect(existsSync(left)).toBe(true);
    const ended = once(user, 'exit');
    user.kill('SIGKILL');
    await ended;
    await makeOnce();
    expect(existsSync(left)).toBe(false);
  });

  it('are told from links, files, folders of others and other names', async () => {
    const victim = join(place, 'victim');
    mkdirSync(victim, { mode: 0o700 });
    writeFileSync(join(victim, 'file'), 'x');
    symlinkSync(victim, join(place, 'mortise-run-linked'));
    writeFileSync(join(place, 'mortise-run-aaaaaa'), '');
    chmodSync(makeLeft('mortise-run-bbbbbb'), 0o755);
    makeLeft('mortise-run-too-long');
    const inner = makeLeft('mortise-run-cccccc');
    symlinkSync(victim, join(inner, '1', 'link'));
    await makeOnce();
    expect(readdirSync(place).toSorted()).toEqual([
      'mortise-run-aaaaaa',
      'mortise-run-bbbbbb',
      'mortise-run-linked',
      'mortise-run-too-long',
      'victim',
    ]);
    expect(readdirSync(victim)).toEqual(['file']);
  });
});
