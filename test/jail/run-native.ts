import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../../packages/processes/src/index.ts';
import { locateAddons } from '../../packages/processes/src/jail/locate-addons.ts';
import { Jail } from '../../packages/sandbox/src/processes/jail.ts';
import { ensureRuntime } from '../../packages/sandbox/src/runtime/runtime-files.ts';
import { type NativeAttempt, nativeAttempts, type Victims } from './native-attempts.ts';

/** What came of the attempts: an answer of the kernel for each, and what the process had open. */
export interface NativeResult {
  readonly attempts: readonly NativeAttempt[];
  readonly answers: readonly number[];
  readonly opened: readonly string[];
  /** What the launcher said of its layers, if there was one. */
  readonly report: { readonly [layer: string]: string };
  /** A signal that ended it, if one did. */
  readonly signal: string | null;
}

const WIRE = 3;

/** In a jail, in one without what only root has, or without one. */
export type NativeTier = 'required' | 'without namespaces' | 'off';

/** Starts a runner that makes the attempts in place of its work, in a jail or without one. */
export async function runNative(
  tier: NativeTier,
  choose: (victims: Victims) => readonly NativeAttempt[] = nativeAttempts,
): Promise<NativeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-native-'));
  const victim = startVictim();
  try {
    const victims = { pid: victim.pid ?? 0, file: join(folder, 'file'), folder };
    writeFileSync(victims.file, 'of the operator');
    writeFileSync(join(folder, 'spare'), '');
    return await run(tier, choose(victims));
  } finally {
    victim.kill();
    await victim.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(tier: NativeTier, wanted: readonly NativeAttempt[]): Promise<NativeResult> {
  const directory = mkdtempSync(join(tmpdir(), 'mortise-payload-'));
  try {
    const attempts = wanted.filter(({ isJailedOnly }) => tier !== 'off' || !isJailedOnly);
    const child = await startPayload(tier, directory, attempts);
    let text = '';
    child
      .stream(WIRE)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk;
      });
    const end = await child.ended;
    const signal = end.kind === 'exited' ? end.signal : null;
    const said = text === '' ? { answers: [], opened: [], report: '{}' } : JSON.parse(text);
    const report = tier === 'off' || text === '' ? {} : JSON.parse(said.report);
    return { attempts, ...said, report, signal };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function startPayload(
  tier: NativeTier,
  directory: string,
  attempts: readonly NativeAttempt[],
): Promise<Child> {
  const addons = locateAddons();
  if (typeof addons === 'string') throw new Error(addons);
  const addon = addons.glibc;
  const runner = join(directory, 'payload.mjs');
  const source = readFileSync(new URL('./native-payload.ts', import.meta.url), 'utf8');
  writeFileSync(runner, stripTypeScriptTypes(source));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'order.json'), JSON.stringify({ addon, calls: attempts }));
  const { launcher } = await ensureRuntime();
  const files = { directory, runner, launcher, addon, snapshot: runner };
  return Child.start({
    program: process.execPath,
    args: jailFor(tier).launchArguments(files),
    cwd: directory,
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
  });
}

function jailFor(tier: NativeTier): Jail {
  if (tier === 'off') return new Jail({ tier });
  return new Jail({ tier: 'required', without: tier === 'required' ? [] : ['namespaces'] });
}

function startVictim(): Child {
  return Child.start({
    program: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1e9)'],
    env: { SECRET: 'of the operator' },
    stdio: 'ignore',
  });
}
