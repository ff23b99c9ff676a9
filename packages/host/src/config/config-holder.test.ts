// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the configuration
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigHolder } from './config-holder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mortise-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('ConfigHolder', () => {
  it('has nothing before the first proposal', () => {
    const holder = new ConfigHolder();
    expect([holder.current, holder.revision]).toEqual([undefined, 0]);
  });

  it('takes text and objects and counts revisions', () => {
    const holder = new ConfigHolder();
    expect(holder.propose('strict: true').status).toBe('accepted');
    expect(holder.propose({ strict: false }).status).toBe('accepted');
    expect(holder.current?.config).toMatchObject({ revision: 2, strict: false });
  });

  it('keeps the configuration that runs when a proposal fails', () => {
    const holder = new ConfigHolder({ fileName: 'mortise.config.jsonc' });
    holder.propose('{ "tools": { "deny": ["exec"] } }');
    const before = holder.current;
    const refused = holder.propose('{ "tools": { "dney": ["exec"] } }');
    expect(refused).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'unknown_key', file: 'mortise.config.jsonc', line: 1, column: 14 }],
    });
    expect(holder.current).toBe(before);
    expect(holder.revision).toBe(1);
  });

  it('says what is wrong given what is registered in the same go as the rest (M-6)', () => {
    const scope = {
      code: 'scope_incompatible',
      severity: 'error',
      message: 'No.',
      hint: 'Do.',
    } as const;
    const holder = new ConfigHolder({
      check: ({ agents }) => [
        { ...scope, subject: 'spotify', path: `${agents[0]?.path}.allowed_toolkits[0]` },
        { ...scope, subject: 'again', path: 'agents.a.alowed' },
        { ...scope, subject: 'small', path: 'agents.a', severity: 'warning' },
      ],
    });
    const text = 'agents:\n  a:\n    alowed: []\n    allowed_toolkits: [t]\ntoolkits: { t: {} }';
    const refused = holder.propose(text);
    expect(refused.status).toBe('refused');
    expect(refused.diagnostics.map(({ code, subject, line }) => [code, subject, line])).toEqual([
      ['unknown_key', 'alowed', 3],
      ['scope_incompatible', 'spotify', 4],
    ]);
    expect(holder.current).toBeUndefined();
  });

  it('asks nothing about what has no shape', () => {
    let asked = 0;
    const check = () => {
      asked += 1;
      return [];
    };
    const holder = new ConfigHolder({ check });
    expect(holder.propose('agents: 7').status).toBe('refused');
    expect(holder.propose('agents: [').status).toBe('refused');
    expect(asked).toBe(0);
  });

  it('reads files, and a file that is gone changes nothing', async () => {
    const holder = new ConfigHolder({ env: { NAME: 'read' } });
    const file = join(folder, 'mortise.config.yaml');
    await writeFile(file, 'tools: { allow: ["${NAME}"] }');
    expect((await holder.proposeFile(folder)).status).toBe('accepted');
    await rm(file);
    expect(await holder.proposeFile(file)).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'config_unreadable', file }],
    });
    expect(holder.current?.config.policy.allow?.[0]?.text).toBe('read');
  });

  it('gives two proposals in flight two revisions', async () => {
    const holder = new ConfigHolder();
    await writeFile(join(folder, 'a.json'), '{}');
    await writeFile(join(folder, 'b.json'), '{}');
    const proposals = await Promise.all([
      holder.proposeFile(join(folder, 'a.json')),
      holder.proposeFile(join(folder, 'b.json')),
    ]);
    const revisions = proposals.map((proposal) =>
      proposal.status === 'accepted' ? proposal.config.revision : 0,
    );
    expect(revisions.toSorted()).toEqual([1, 2]);
  });
});
