import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '@mortise/contracts';
import type { AgentPreview } from '@mortise/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { parseConfig } from '../config/parse-config.ts';
import { createPolicyCopy, type PolicyHost } from './policy-copy.ts';

const CONFIG = `
tools: { deny: [clock] }
toolkits: { notes: { description: Notes., tools: [note_add, note_read] } }
agents:
  main: {}
  small:
    tools:
      allow: [note_*]
      rules: [{ tools: [note_add], when: { properties: { text: { pattern: "^x" } } }, then: ask }]
  kit: { allowed_toolkits: [notes] }
`;
const NAMES = ['clock', 'note_add', 'note_read', 'search'];

const tool = (name: string): Tool => ({
  name,
  description: `Does ${name}.`,
  schema: { type: 'object', properties: { text: { type: 'string' } } },
  execute: () => ({ ok: true, value: '' }),
});

let folder: string;
let host: Host;
let copy: PolicyHost;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-copy-'));
  const config = join(folder, 'mortise.config.yaml');
  writeFileSync(config, CONFIG);
  host = await createHost({ config, tools: NAMES.map(tool) });
  // As it crosses to another thread.
  copy = createPolicyCopy(structuredClone(host.policyFacts()), (path) => host.locate(path));
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const parsed = (text: string) => {
  const read = parseConfig(text, { fileName: 'mortise.config.yaml', env: {} });
  if (read.status === 'failed') throw new Error(JSON.stringify(read.diagnostics));
  return read.config;
};

const isMoved = ({ appears, disappears, rules = [] }: AgentPreview) =>
  appears.length + disappears.length + rules.length > 0;

describe('a copy of what a host decides by (F-5b, F-7)', () => {
  it.each(['main', 'small', 'kit'])('explains every tool of %s as the host does', async (agent) => {
    const explained = await copy.agent(agent).withoutSession().explain();
    expect(explained).toEqual(await host.agent(agent).withoutSession().explain());
    expect(await copy.agent(agent).withoutSession().explain('note_add')).toEqual(
      await host.agent(agent).withoutSession().explain('note_add'),
    );
  });

  it.each([
    ['an allow list', CONFIG.replace('[note_*]', '[note_read, search]')],
    ['a rule', CONFIG.replace('then: ask', 'then: deny')],
    ['a deny for all', CONFIG.replace('deny: [clock]', 'deny: [note_read]')],
    ['an agent more', `${CONFIG}  other: {}\n`],
    ['what matches nothing', CONFIG.replace('[note_*]', '[noet_add]')],
  ])('previews and checks %s as the host does', (_what, text) => {
    expect(text).not.toBe(CONFIG);
    const config = parsed(text);
    const { agents, modes } = host.preview({ config });
    const copied = copy.preview({ config });
    expect(copied.modes).toEqual(modes);
    expect(copied.agents.filter(isMoved)).toEqual(agents.filter(isMoved));
    expect(copy.check(config)).toEqual(host.check(config));
  });

  it('looks only at agents that a change can concern', () => {
    const config = parsed(CONFIG.replace('[note_*]', '[note_read]'));
    expect(copy.preview({ config }).agents.map(({ agentId }) => agentId)).toEqual(['small']);
    expect(copy.preview({ config: parsed(CONFIG) }).agents).toEqual([]);
  });

  it('selects the same tools, and knows the same agents', () => {
    for (const text of ['note_*', 'clock', 'noet_add', 'group:core']) {
      expect(copy.select(text)).toEqual(host.select(text));
    }
    expect(() => copy.agent('mian')).toThrow(/did you mean/);
  });
});
