import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-left-')));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const host of running) host.kill('SIGKILL');
  running.clear();
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
});

const load = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
/** What makes the folder of each kind in a host without a state folder; each is disposed of. */
const MAKERS = {
  run: `const { RunFolders } = await import(${load('../brokers/process/run-folders.ts')});
    const made = new RunFolders().make(); made[Symbol.dispose] = () => made[Symbol.asyncDispose]();`,
  files: `const { StateFolders } = await import(${load('../brokers/files/state-folders.ts')});
    const made = new StateFolders({}, () => 'owner');
    await made.folderFor({ extensionId: 'a', agentId: 'main' });`,
  servers: `const { OwnFolders } = await import(${load('../servers/own-folder.ts')});
    const made = new OwnFolders(); made.open('lock');`,
} as const;

function start(kind: keyof typeof MAKERS, end: string): ChildProcess {
  const code = `${MAKERS[kind]} globalThis.made = made; process.stdout.write('made'); ${end}`;
  const args = ['--no-warnings', '--input-type=module', '-e', code];
  const host = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: place },
  });
  running.add(host);
  return host;
}

/** A host that has made its folder, and can be killed. */
async function startHost(kind: keyof typeof MAKERS) {
  const host = start(kind, 'setInterval(() => {}, 1e6);');
  if (host.stdout !== null) await once(host.stdout, 'data');
  const [name = ''] = readdirSync(place);
  const kill = async () => {
    const ended = once(host, 'exit');
    host.kill('SIGKILL');
    await ended;
  };
  return { folder: join(place, name), kill };
}

/** One that ends in order, with what it has begun. */
async function runHost(kind: keyof typeof MAKERS): Promise<void> {
  const [code] = await once(start(kind, 'await made[Symbol.dispose]();'), 'exit');
  expect(code).toBe(0);
}

describe.each(['run', 'files', 'servers'] as const)(
  'what a host has where the system keeps temporary files, for %s (T-11)',
  (kind) => {
    it('stays while the host runs, and goes with the next one when it was killed', async () => {
      const { folder, kill } = await startHost(kind);
      writeFileSync(join(folder, 'file'), 'x');
      await runHost(kind);
      expect(readdirSync(folder)).toContain('file');
      await kill();
      await runHost(kind);
      expect(readdirSync(place)).toEqual([]);
    });

    it('stays where its lock was taken away: the host may run', async () => {
      const { folder, kill } = await startHost(kind);
      rmSync(join(folder, 'lock'));
      writeFileSync(join(folder, 'file'), 'x');
      await runHost(kind);
      expect(readdirSync(folder)).toContain('file');
      await kill();
    });
  },
);

it('goes with a host that makes another kind', async () => {
  const { kill } = await startHost('servers');
  await kill();
  await runHost('files');
  expect(readdirSync(place)).toEqual([]);
});
