import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConfinedOrder,
  type JailTrial,
  ProgramJail,
} from '../../packages/processes/src/index.ts';

/** Something to try, on a path or a number. */
export type ConfinedAttempt = readonly [act: string, on: string];

const REPLY = 3;

/** A disk with folders of an operator, and a server; `own` may be read, `work` may be written. */
export class OperatorMachine implements AsyncDisposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-confined-')));
  readonly own = join(this.folder, 'own');
  readonly work = join(this.folder, 'work');
  readonly private = join(this.folder, 'private');
  readonly socket = join(this.folder, 'own', 'socket');
  readonly payload = join(this.folder, 'payload.mjs');
  readonly #server = createServer((socket) => socket.destroy());
  readonly #local = createServer((socket) => socket.destroy());
  port = 0;

  static async open(): Promise<OperatorMachine> {
    const machine = new OperatorMachine();
    for (const name of ['own', 'work', 'private', 'work/state', 'work/inner', 'work/settings']) {
      mkdirSync(join(machine.folder, name));
      writeFileSync(join(machine.folder, name, 'file'), 'of the operator');
      for (const other of ['file.spare', 'file.gone'])
        writeFileSync(join(machine.folder, name, other), '');
    }
    symlinkSync(join(machine.private, 'file'), join(machine.own, 'link'));
    symlinkSync(machine.private, join(machine.work, 'way-out'));
    const source = readFileSync(new URL('./confined-payload.ts', import.meta.url), 'utf8');
    writeFileSync(machine.payload, stripTypeScriptTypes(source));
    await new Promise<void>((resolve) => machine.#server.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => machine.#local.listen(machine.socket, resolve));
    const address = machine.#server.address();
    machine.port = typeof address === 'object' && address !== null ? address.port : 0;
    return machine;
  }

  /** What no process may change: of the operator, and of the host in the folder that can be written. */
  describe(): readonly string[] {
    const folders = [this.private, this.own, join(this.work, 'state')];
    const files = folders.flatMap((folder) =>
      readdirSync(folder).map((name) => join(folder, name)),
    );
    const kept = [this.folder, ...folders, ...files, join(this.work, 'settings', 'file')];
    return kept.map((path) => {
      const { mode, mtimeMs, size, ino, uid, gid } = lstatSync(path);
      return [path, mode, mtimeMs, size, ino, uid, gid].join(' ');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of [this.#server, this.#local])
      await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface ConfinedRun {
  readonly machine: OperatorMachine;
  readonly kind: ConfinedOrder['kind'];
  readonly attempts: readonly ConfinedAttempt[];
  readonly tier: 'required' | 'off';
  readonly trial?: JailTrial;
  readonly network?: boolean;
  /** In `work`, of the host. */
  readonly hidden?: readonly string[];
}

/** Starts the payload in a jail, or without one; what came of each attempt. */
export async function runConfined(run: ConfinedRun): Promise<readonly string[]> {
  const { machine, kind, tier, trial = {}, network = false, hidden = [] } = run;
  const jail = new ProgramJail({ tier, ...trial });
  const isProgram = kind === 'program';
  const system = isProgram ? ['/usr', '/bin', '/lib', '/lib64', '/etc', '/proc'] : [];
  const child = await jail.start({
    ...{ kind, program: process.execPath, env: {}, network, ownGroup: true },
    args: ['--openssl-config=/dev/null', machine.payload],
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    paths: {
      read: [machine.own, machine.payload, process.execPath, '/dev/null', ...system],
      write: isProgram ? [machine.work] : [],
      hidden,
    },
  });
  if (!('ended' in child)) throw new Error(child.message);
  let text = '';
  child
    .stream(REPLY)
    ?.setEncoding('utf8')
    .on('data', (chunk: string) => {
      text += chunk;
    });
  child.stream(0)?.end(JSON.stringify(run.attempts));
  await child.ended;
  return JSON.parse(text);
}

/** Why nothing can be confined on this machine; undefined if it can. */
export async function findConfineFault(): Promise<string | undefined> {
  const { state, layers } = await new ProgramJail({ tier: 'preferred' }).probe();
  return state === 'on' ? undefined : `files ${layers['files']}`;
}
