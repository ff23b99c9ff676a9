import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type JailTrial, ProgramJail } from '../../packages/processes/src/index.ts';
import { locateAddons } from '../../packages/processes/src/jail/locate-addons.ts';
import { isFullRun } from '../full-run.ts';
import { findConfineFault } from './run-confined.ts';

const REPLY = 3;
const ROUNDS = isFullRun() ? 20_000 : 1_000;
const RACES = ['memory', 'link', 'folder', 'descriptor', 'place'] as const;
const fault =
  process.arch === 'x64'
    ? await findConfineFault()
    : `the attempts are not written for ${process.arch}`;
const where = fault === undefined ? '' : `; skipped here: ${fault}`;

const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-racing-')));
// Of one length: one is written over the other while it is read.
const [inner, other] = [join(base, 'inner'), join(base, 'other')];
for (const folder of [inner, other]) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), '', { mode: 0o644 });
}
const payload = join(base, 'payload.mjs');
const source = readFileSync(new URL('./racing-payload.ts', import.meta.url), 'utf8');
writeFileSync(payload, stripTypeScriptTypes(source));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function run(race: (typeof RACES)[number], trial: JailTrial) {
  const addons = locateAddons();
  if (typeof addons === 'string') throw new Error(addons);
  const addon = realpathSync(addons.glibc);
  const jail = new ProgramJail({ tier: 'required', ...trial });
  const child = await jail.start({
    ...{ kind: 'program', program: process.execPath, env: {}, network: false, ownGroup: true },
    args: ['--openssl-config=/dev/null', '--no-warnings', payload],
    ...{ stdio: ['pipe', 'ignore', 'inherit', 'pipe'], cwd: inner },
    paths: {
      read: [payload, other, dirname(addon), process.execPath, '/usr', '/lib', '/lib64', '/proc'],
      ...{ write: [inner], hidden: [] },
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
  child.stream(0)?.end(JSON.stringify({ addon, inner, other, race, rounds: ROUNDS }));
  await child.ended;
  rmSync(join(inner, 'swapped-folder'), { recursive: true, force: true });
  for (const name of ['link', 'real', 'swapped', 'draft'])
    rmSync(join(inner, name), { recursive: true, force: true });
  return { counts: JSON.parse(text), attributes: jail.status.layers['attributes'] };
}

const facts = () => {
  const { mode, mtimeMs, ino } = lstatSync(join(other, 'file'));
  return [mode, mtimeMs, ino, lstatSync(other).mode];
};

describe.skipIf(fault !== undefined)(`a program that swaps what is judged (S-8)${where}`, () => {
  it.each(
    RACES.flatMap((race) => [
      { race, machine: 'by the launcher', trial: { without: ['namespaces'] } as const },
      { race, machine: 'by mounts', trial: {} },
    ]),
  )('changes nothing outside: $race, judged $machine', async ({ race, trial }) => {
    const before = facts();
    const { counts, attributes } = await run(race, trial);
    expect(attributes).toBe('on');
    expect(counts.done + counts.refused).toBe(ROUNDS);
    expect(counts.done).toBeGreaterThan(0);
    expect(facts()).toEqual(before);
  });
});
