import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigChange } from '@mortise/contracts';
import type { OperatorFiles } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorFiles } from './operator-files.ts';

const CONFIG = `# of the house
agents:
  main:
    tools: { allow: [note_read] } # enough
  other: {}
`;

let folder: string;
let configPath: string;
let host: Host;
let files: OperatorFiles;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-proposals-'));
  configPath = join(folder, 'mortise.config.yaml');
  writeFileSync(configPath, CONFIG);
  const tools = ['note_add', 'note_read'].map((name) => ({
    ...{ name, description: `Does ${name}.`, schema: { type: 'object' } },
    execute: () => ({ ok: true, value: '' }) as const,
  }));
  host = await createHost({ config: configPath, tools });
  files = operatorFiles({ host, configPath, env: { TOOL: 'note_add', OTHER: 'x' } });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

async function propose(...changes: readonly ConfigChange[]) {
  const { hash: base } = await files.readConfig();
  return files.proposeConfig({ changes, base });
}

describe('a proposal, worked out beside what serves (F-5b, F-7)', () => {
  it('says what the file would be and what that does to each agent, and writes nothing', async () => {
    const proposed = await propose({ kind: 'allow', agentId: 'main', texts: ['note_add'] });
    expect(proposed).toMatchObject({
      status: 'proposed',
      isAcceptable: true,
      preview: {
        agents: [{ agentId: 'main', appears: [{ tool: 'note_add' }], appearCount: 1 }],
        ...{ changed: 1, unchanged: 1 },
      },
    });
    expect(proposed).toHaveProperty('text', expect.stringContaining('# of the house'));
    expect(readFileSync(configPath, 'utf8')).toBe(CONFIG);
  });

  it('refuses what names nothing, and an agent that is not there, in the words of the commands', async () => {
    expect(await propose({ kind: 'allow', agentId: 'main', texts: ['note_ad'] })).toMatchObject({
      status: 'refused',
      code: 'unmatched_selector',
      message: /note_add/,
    });
    expect(await propose({ kind: 'deny', agentId: 'mian', texts: ['note_add'] })).toMatchObject({
      status: 'refused',
      code: 'unknown_agent',
    });
  });

  it('says what is wrong with a text, with its line', async () => {
    const proposed = await propose({ kind: 'text', text: `${CONFIG}toolz: 5\n` });
    expect(proposed).toMatchObject({ status: 'proposed', isAcceptable: false });
    expect(proposed).toHaveProperty('diagnostics.0.line', 6);
    expect(proposed).not.toHaveProperty('preview');
  });

  it('reads the environment that the new text names', async () => {
    const text = CONFIG.replace('[note_read]', `[note_read, "\${TOOL}"]`);
    expect(await propose({ kind: 'text', text })).toMatchObject({
      isAcceptable: true,
      preview: { agents: [{ appears: [{ tool: 'note_add' }] }] },
    });
  });

  it('works several out one after the other, and not what was given up before its turn', async () => {
    const { hash: base } = await files.readConfig();
    const changes = [{ kind: 'deny', agentId: 'other', texts: ['note_add'] }] as const;
    const given = AbortSignal.abort();
    const answers = await Promise.all([
      files.proposeConfig({ base, changes }),
      files.proposeConfig({ base, changes, signal: given }),
      files.proposeConfig({ base, changes }),
    ]);
    const shown = { status: 'proposed', preview: { agents: [{ disappearCount: 1 }] } };
    expect(answers).toMatchObject([shown, { code: 'aborted_before_start' }, shown]);
  });

  it('is of the file that it was asked for', async () => {
    const changes = [{ kind: 'deny', agentId: 'other', texts: ['note_add'] }] as const;
    const proposed = await files.proposeConfig({ changes, base: 'of another text' });
    expect(proposed).toMatchObject({ status: 'refused', code: 'config_changed' });
  });
});

describe('a text that takes the place of a short file (F-7)', () => {
  it('is read and checked beside what serves, however long it is', async () => {
    const { hash: base } = await files.readConfig();
    const agents = Array.from({ length: 1_500 }, (_, at) => `  more-${at}: { tools: [note_add] }`);
    const before = performance.now();
    let turned = before;
    let longest = 0;
    const watch = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - turned);
      turned = now;
    }, 1);
    const text = `${CONFIG}${agents.join('\n')}\n`;
    const saved = await files.saveConfig(text, base);
    clearInterval(watch);
    const took = performance.now() - before;
    const count = host.config.agents.length;
    await files.saveConfig(CONFIG, (await files.readConfig()).hash);
    expect(saved).toMatchObject({ status: 'saved', proposal: { status: 'accepted' } });
    expect(count).toBe(1_502);
    expect(longest).toBeLessThan(took / 4);
  });
});

describe('the thread of proposals of a host that closes', () => {
  it('ends with it: what was asked rejects', async () => {
    const closing = await createHost({ config: configPath });
    const own = operatorFiles({ host: closing, configPath, env: {} });
    const { hash: base } = await own.readConfig();
    const changes = [{ kind: 'text', text: CONFIG }] as const;
    const asked = own.proposeConfig({ base, changes }).catch((error: unknown) => error);
    // Its thread has begun once the file was read.
    await new Promise(setImmediate);
    await closing.close();
    expect(await asked).toBeDefined();
    await expect(own.proposeConfig({ base, changes })).rejects.toThrow('closed');
  });
});
