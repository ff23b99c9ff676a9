import type { Tool } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { parseConfig } from '../config/parse-config.ts';
import { createPolicyCopy, type PolicyHost } from './policy-copy.ts';

const CONFIG = `
tools: { deny: [clock] }
loadouts: { quiet: { tools: { deny: [note_add] } } }
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

let host: Host;
let copy: PolicyHost;
beforeAll(async () => {
  const config = { text: CONFIG, fileName: 'mortise.config.yaml' };
  host = await createHost({ config, tools: NAMES.map(tool) });
  // As it crosses to another thread.
  copy = createPolicyCopy(structuredClone(host.policyFacts()), (path) => host.locate(path));
});
afterAll(() => host.close());

const parsed = (text: string) => {
  const read = parseConfig(text, { fileName: 'mortise.config.yaml', env: {} });
  if (read.status === 'failed') throw new Error(JSON.stringify(read.diagnostics));
  return read.config;
};

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
    expect(copy.preview({ config })).toEqual(host.preview({ config }));
    expect(copy.check(config)).toEqual(host.check(config));
  });

  it('selects the same tools, and knows the same agents', () => {
    for (const text of ['note_*', 'clock', 'noet_add', 'group:core']) {
      expect(copy.select(text)).toEqual(host.select(text));
    }
    expect(() => copy.agent('mian')).toThrow(/did you mean/);
  });
});
