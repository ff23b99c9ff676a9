import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { makeMark, untilMarked } from '../../packages/host/src/brokers/testing/marked-processes.ts';
import { type Child, type JailTrial, ProgramJail } from '../../packages/processes/src/index.ts';
import { isFullRun } from '../full-run.ts';
import { findConfineFault } from './run-confined.ts';

const PROCESSES = new URL('../../packages/processes/src/index.ts', import.meta.url).href;
const fault = await findConfineFault();
const where = fault === undefined ? '' : `; skipped here: ${fault}`;
const work = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-ends-')));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const ALL_MACHINES: readonly (readonly [string, JailTrial])[] = [
  ['with all that there is', {}],
  ['without namespaces', { without: ['namespaces'] }],
  ['without processes of its own', { without: ['processes'] }],
  ['without answers of the launcher either', { without: ['namespaces', 'notifications'] }],
];
const MACHINES = isFullRun() ? ALL_MACHINES : ALL_MACHINES.slice(0, 2);

const orderFor = (script: string) => ({
  ...({ kind: 'program', program: '/bin/sh', args: ['-c', script], env: {} } as const),
  ...{ cwd: work, network: false, ownGroup: true },
  stdio: ['pipe', 'pipe', 'pipe'] as ('pipe' | 'ignore')[],
  paths: { read: ['/usr', '/bin', '/lib', '/lib64', '/proc'], write: [work], hidden: [] },
});

async function start(trial: JailTrial, script: string): Promise<Child> {
  const child = await new ProgramJail({ tier: 'required', ...trial }).start(orderFor(script));
  if (!('ended' in child)) throw new Error(child.message);
  return child;
}

/** What it says, as it comes. */
class Said {
  text = '';

  constructor(child: Child) {
    child
      .stream(1)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        this.text += chunk;
      });
  }

  async until(word: string): Promise<void> {
    while (!this.text.includes(word)) await pause(5);
  }
}

/** What it said until its end, and how it ended. */
async function run(trial: JailTrial, script: string) {
  const child = await start(trial, script);
  const said = new Said(child);
  return { end: await child.ended, said: said.text.trim() };
}

describe.skipIf(fault !== undefined).each(MACHINES)(
  `the end of a granted program %s (S-6)${where}`,
  (machine, trial) => {
    const mark = makeMark();

    it.each([
      ['exit 255', { code: 255, signal: null }],
      ['kill -KILL $$', { code: null, signal: 'SIGKILL' }],
      ['kill -SEGV $$', { code: null, signal: 'SIGSEGV' }],
    ])('is told as it is: %s', async (script, end) => {
      expect((await run(trial, script)).end).toMatchObject(end);
    });

    it('is that of all that it started, wherever that went', async () => {
      const script = `(sleep ${mark} &) ; setsid sleep ${mark} & (trap '' TERM HUP; sleep ${mark}) & echo started`;
      const { end, said } = await run(trial, script);
      expect([end, said]).toMatchObject([{ code: 0 }, 'started']);
      await untilMarked(mark, (count) => count === 0);
    });

    it('comes with the end of a host that is killed, for all that it started', async () => {
      const order = orderFor(
        `(sleep ${mark} &) ; setsid sleep ${mark} & echo started; sleep ${mark}`,
      );
      const code = `import { ProgramJail } from ${JSON.stringify(PROCESSES)};
      const jail = new ProgramJail(${JSON.stringify({ tier: 'required', ...trial })});
      const child = await jail.start(${JSON.stringify(order)});
      child.stream(1).pipe(process.stdout);`;
      const host = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(host.stdout, 'data');
      await untilMarked(mark, (count) => count >= 2);
      host.kill('SIGKILL');
      await untilMarked(mark, (count) => count === 0);
    });

    it('is not brought about by signals to what waits for it, nor is its own', async () => {
      const signals = ['KILL', 'STOP', 'TERM', 'SEGV', 'ABRT', 'CHLD', 'PIPE', 'USR1'];
      const script = `for s in ${signals.join(' ')}; do kill -$s $PPID; kill -$s 1; done 2> /dev/null
      touch f && chmod 600 f; echo goes on; exit 5`;
      const { end, said } = await run(trial, script);
      expect([end, said]).toMatchObject([{ code: 5 }, 'goes on']);
    });

    it('can be asked for by a signal that the program handles', async () => {
      const script = `trap 'echo asked; exit 4' TERM; echo ready; sleep ${mark} & wait`;
      const child = await start(trial, script);
      const said = new Said(child);
      await said.until('ready');
      child.kill('SIGTERM');
      expect([await child.ended, said.text]).toMatchObject([{ code: 4 }, 'ready\nasked\n']);
      await untilMarked(mark, (count) => count === 0);
    });

    it('leaves pipes as the program leaves them: input that ended, output that it closed', async () => {
      expect((await run(trial, 'yes | head -1; trap')).said).toBe('y');
      const child = await start(trial, 'echo last; exec 1>&- 2>&-; read line; exit 6');
      const said = new Said(child);
      await once(child.stream(1) ?? process, 'end');
      expect([said.text, child.isRunning]).toEqual(['last\n', true]);
      child.stream(0)?.end('line\n');
      expect(await child.ended).toMatchObject({ code: 6 });
    });

    it('is reached although many change modes at once and are killed meanwhile', async () => {
      const loop = 'while :; do chmod 600 many; chmod 644 many; done';
      const script = `touch many; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do (${loop}) & done
      sleep 0.2; kill -KILL $(jobs -p) 2> /dev/null; touch last; chmod 640 last && stat -c %a last; exit 7`;
      const { end, said } = await run(trial, script);
      expect(end).toMatchObject({ code: 7 });
      if (!machine.endsWith('either')) expect(said).toBe('640');
    });
  },
);
