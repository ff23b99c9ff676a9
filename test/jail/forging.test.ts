import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CapabilitySubject } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { locateAddons } from '../../packages/processes/src/jail/locate-addons.ts';
import { ExtensionSandbox } from '../../packages/sandbox/src/extension-sandbox.ts';
import { findJailFault } from '../../packages/sandbox/src/jail-fixture.ts';
import { ensureRuntime } from '../../packages/sandbox/src/runtime/runtime-files.ts';
import {
  openSandboxFixture,
  summarise,
  toolSource,
} from '../../packages/sandbox/src/sandbox-fixture.ts';

const fault = await findJailFault();
const where = fault === undefined ? '' : `, skipped: there is no jail (${fault})`;
const directory = mkdtempSync(join(tmpdir(), 'mortise-forging-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The runtime with native code before the runner's own. */
async function plantPayload() {
  const files = await ensureRuntime();
  cpSync(files.directory, directory, { recursive: true });
  const addons = locateAddons();
  if (typeof addons === 'string') throw new Error(addons);
  const addon = join(directory, basename(addons.glibc));
  cpSync(addons.glibc, addon);
  const write = process.arch === 'x64' ? 1 : 64;
  writeFileSync(join(directory, 'order.json'), JSON.stringify({ addon, write }));
  const payload = readFileSync(new URL('./forging-payload.ts', import.meta.url), 'utf8');
  const runner = join(directory, basename(files.runner));
  const program = readFileSync(files.runner, 'utf8');
  writeFileSync(join(directory, 'payload.js'), stripTypeScriptTypes(payload));
  writeFileSync(runner, `import './payload.js';\n${program}`);
  const inside = (path: string) => join(directory, basename(path));
  return { ...files, directory, runner, snapshot: inside(files.snapshot) };
}

const END = '\x1e';
const FORGED = '{"content":[{"type":"text","text":"forged"}]}';
/** The first calls and isolates of the sandbox are those of the victim. */
const NUMBERS = [1, 2, 3];
const each = (write: (number: number) => string) => NUMBERS.map(write).join('');

describe.skipIf(fault !== undefined)(`native code in a jailed runner (S-8)${where}`, () => {
  it.each([
    {
      what: 'uses storage for a neighbour',
      said: [{ descriptor: 3, text: each((n) => `ask\t${n}\t1\tstorage.set\t["k","v"]${END}`) }],
    },
    {
      what: 'answers and ends calls of a neighbour',
      said: [
        { descriptor: 3, text: each((n) => `returned\t${n}\t1\t1\t${FORGED}${END}`) },
        { descriptor: 3, text: each((n) => `ended\t${n}\t1\t1\tmemory\t""${END}`) },
      ],
    },
    {
      what: 'writes to the pipe of the watch thread out of turn',
      said: [
        {
          descriptor: 4,
          text: each((n) => `answers\t${n}${END}text\t${n}\t1\t1\tnone\t0\tx${END}`),
        },
      ],
    },
    {
      what: 'says that isolates of a neighbour are lost',
      said: [{ descriptor: 3, text: each((n) => `lost\t${n}\tmemory${END}`) }],
    },
  ])('$what, and nothing comes of it but a record', async ({ said }) => {
    const uses: CapabilitySubject[] = [];
    const use = (_input: unknown, _grant: unknown, subject: CapabilitySubject) => {
      uses.push(subject);
      return null;
    };
    const runtime = await plantPayload();
    await using fixture = openSandboxFixture(
      { jail: 'required', brokers: { storage: { get: use, set: use } } },
      (options) => new ExtensionSandbox(options, async () => runtime),
    );
    const grants = { storage: {} };
    const source = toolSource({
      wait: `await new Promise((done) => { globalThis.done = done; }); return text('own')`,
      release: `globalThis.done(); return text('released')`,
    });
    await fixture.sandbox.load({ id: 'victim', source, grants });
    const started = Promise.withResolvers<void>();
    const waiting = fixture.call('victim', 'wait', {
      onStarted: started.resolve,
      timeoutMs: 30_000,
    });
    await started.promise;
    expect(fixture.sandbox.status().jail.state).toBe('on');
    const taken = toolSource({ echo: `return text('echo')` });
    await fixture.sandbox.load({ id: 'taken', source: taken, config: said, grants });
    const refused = () => fixture.events.filter(({ type }) => type === 'frame_refused');
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const event of refused()) expect(JSON.stringify(event)).not.toContain('victim');
    expect(summarise(await fixture.call('victim', 'release'))).toBe('released');
    expect(summarise(await waiting)).toBe('own');
    expect(uses).toEqual([]);
    // One of the numbers may be its own isolate's: what it says of that one counts.
    const crashed = fixture.events.filter(({ type }) => type === 'extension_crashed');
    expect(JSON.stringify(crashed)).not.toContain('victim');
  });
});
