import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { parseConfig } from '../config/parse-config.ts';

/** Long enough that it is read in a thread. */
const AGENTS = 400;

function textOf(first = '[one]', more = ''): string {
  const agents = Array.from({ length: AGENTS }, (_, index) => [
    `  agent-${index}: # number ${index}`,
    '    tools:',
    `      allow: ${index === 0 ? first : '[two]'}`,
  ]);
  return ['agents:', ...agents.flat(), more].join('\n');
}

let folder: string;
let configPath: string;
let host: Host;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-reader-'));
  configPath = join(folder, 'mortise.config.yaml');
  writeFileSync(configPath, 'agents: { main: {} }\n');
  const tools = ['one', 'two'].map((name) => ({
    ...{ name, description: `Does ${name}.`, schema: { type: 'object' } },
    execute: () => ({ ok: true, value: '' }) as const,
  }));
  host = await createHost({ config: configPath, tools, env: { FIRST: 'one' } });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

function reload(text: string) {
  writeFileSync(configPath, text);
  return host.reload(configPath);
}

describe('a long configuration, read beside what serves (F-7, J-7)', () => {
  it('is the one that reading it here gives, frozen, with its lines', async () => {
    const before = host.config.revision;
    const proposal = await reload(textOf());
    if (proposal.status !== 'accepted') throw new Error(JSON.stringify(proposal.diagnostics));
    const here = parseConfig(textOf(), { fileName: configPath, previousRevision: before });
    if (here.status !== 'ok') throw new Error('It is a good one.');
    expect(host.config).toEqual(here.config);
    expect(Object.isFrozen(host.config.agents[7]?.policy.allow)).toBe(true);
    for (const path of ['agents.agent-9.tools.allow[0]', 'agents.agent-399', 'agents.nobody']) {
      expect(host.locate(path)).toEqual(here.document.locate(path));
    }
    expect(host.locate('agents.agent-1')).toEqual({ file: configPath, line: 5, column: 3 });
  });

  it('is refused with every reason and its line, and changes nothing', async () => {
    await reload(textOf());
    const { revision } = host.config;
    const twice = await reload(textOf('[one]', 'toolkits: { kit: { tools: [onee] } }'));
    expect(twice).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'unregistered_tool', subject: 'onee', file: configPath, line: 1202 }],
    });
    const unknown = await reload(textOf('[one]', 'toolz: 5'));
    expect(unknown).toMatchObject({ status: 'refused', diagnostics: [{ code: 'unknown_key' }] });
    const broken = await reload(textOf('[one'));
    expect(broken).toMatchObject({ status: 'refused' });
    expect(broken.diagnostics.length).toBeGreaterThan(0);
    expect(host.config.revision).toBe(revision);
    expect(host.diagnostics().map(({ code }) => code)).toEqual(['config_changed']);
  });

  it('reads the variables that it names', async () => {
    await reload(textOf(`["\${FIRST}"]`));
    expect(host.config.agents[0]?.policy.allow).toMatchObject([{ text: 'one' }]);
    const unset = await reload(textOf(`["\${SECOND}"]`));
    expect(unset).toMatchObject({ status: 'refused' });
  });

  it('is checked in the same words without being put in force', async () => {
    await reload(textOf());
    const { revision } = host.config;
    expect(await host.checkConfig(textOf('[onee]'), configPath)).toMatchObject([
      { code: 'unmatched_selector', line: 4 },
    ]);
    expect(await host.checkConfig(textOf(), configPath)).toEqual([]);
    expect(host.config.revision).toBe(revision);
  });

  it('counts revisions one by one, however many are read at once', async () => {
    const { revision } = host.config;
    writeFileSync(configPath, textOf());
    await Promise.all([1, 2, 3].map(() => host.reload(configPath)));
    expect(host.config.revision).toBe(revision + 3);
  });
});

describe('the thread that reads configurations', () => {
  it('ends with its host, and a reload then changes nothing', async () => {
    writeFileSync(configPath, textOf('[two]'));
    const closing = await createHost({ config: { agents: { main: {} } } });
    const reading = closing.reload(configPath);
    await closing.close();
    await expect(reading).resolves.toHaveProperty('status');
    expect(await closing.reload(configPath)).toMatchObject({ status: 'refused' });
  });
});
