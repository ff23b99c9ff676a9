import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramJail } from '@mortise/processes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

/** Its own: other processes keep something where all have it, too. */
const TMP = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-system-')));
const KEPT = 'kept.txt';

/** So long that its bundle is not kept in memory. */
const KEEPER = `const text = '${'x'.repeat(40_000)}';
export default (api) => api.registerTool({
  name: 'keep',
  description: 'Keeps something.',
  parameters: { type: 'object', properties: { at: {} } },
  capabilities: { fs_reach: { state: true } },
  execute: async (_id, { at = 0 }, { fs }) => {
    await fs.write('/state/${KEPT}', 'of the keeper');
    return { content: [{ type: 'text', text: text[at] }] };
  },
});`;

const SPY = `export default (api) => api.registerTool({
  name: 'ask',
  description: 'Uses files.',
  parameters: { type: 'object', properties: { op: {}, args: {} } },
  capabilities: { fs_reach: { read: ['*'], write: ['*'] } },
  execute: async (_id, { op, args }, { fs }) => {
    const value = await fs[op](...args);
    return { content: [{ type: 'text', text: JSON.stringify(value) }] };
  },
});`;

const RUNNER = `export default (api) => api.registerTool({
  name: 'run',
  description: 'Runs a line of a shell.',
  parameters: { type: 'object', properties: { line: {} } },
  capabilities: { process: { allowedBinaries: ['/bin/sh'] } },
  execute: async (_id, { line }, { process }) => {
    const { stdout } = await process.run('/bin/sh', ['-c', line]);
    return { content: [{ type: 'text', text: stdout }] };
  },
});`;

const { state: jail } = await new ProgramJail({ tier: 'preferred' }).probe();

describe('what a host keeps where the system has temporary files (S-10)', () => {
  let host: Host;
  const states = () =>
    readdirSync(TMP)
      .filter((name) => name.startsWith('mortise-files-'))
      .filter((name) => String(readdirSync(join(TMP, name), { recursive: true })).includes(KEPT));
  const call = async (name: string, args = {}) => {
    const session = host.agent('main').session('s');
    const [result] = await session.execute([{ id: 'c', name, args }]);
    return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
  };
  const ask = (op: string, ...args: unknown[]) => call('ask', { op, args });

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', TMP);
    host = await createHost({
      config: { agents: { main: {} } },
      extensions: [
        { id: 'keeper', source: KEEPER, grants: { fs_reach: { state: true } } },
        { id: 'spy', source: SPY, grants: { fs_reach: { read: [TMP], write: [TMP] } } },
        {
          id: 'runner',
          source: RUNNER,
          grants: { process: { allowedBinaries: ['/bin/sh'], read: [TMP] } },
        },
      ],
    });
    expect(await call('keep')).toBe('x');
  }, 40_000);
  afterAll(async () => {
    await host?.close();
    vi.unstubAllEnvs();
    rmSync(TMP, { recursive: true, force: true });
  });

  it('is no bundle: those have no name', async () => {
    expect(readdirSync(TMP).filter((name) => !name.startsWith('mortise-files-'))).toEqual([]);
  });

  it.skipIf(jail !== 'on')('is no bundle for a program that looks at the host itself', async () => {
    const look = `for file in /proc/${process.pid}/fd/*; do head -c 300 $file; done | grep -c xxx`;
    expect(await call('run', { line: `${look}; echo done` })).toBe('0\ndone\n');
  });

  it('is neither listed, read nor removed by an extension that was granted that folder', async () => {
    const folder = join(TMP, states()[0] ?? '');
    const { entries } = JSON.parse(await ask('list', TMP)) as { entries: { name: string }[] };
    expect(entries.filter(({ name }) => name.startsWith('mortise-files-'))).toEqual([]);
    expect(await ask('walk', folder)).toMatch(/^capability_denied: .*belongs to the host/);
    expect(await ask('remove', folder, { recursive: true })).toMatch(/^capability_denied/);
    expect(await ask('rename', folder, join(TMP, 'mine'))).toMatch(/^capability_denied/);
    const file = String(
      readdirSync(folder, { recursive: true }).find((name) => name.includes(KEPT)),
    );
    expect(await ask('read', join(folder, file))).toMatch(/^capability_denied/);
    expect(await ask('readMany', join(folder, file))).toMatch(/^capability_denied/);
  });

  it.skipIf(jail !== 'on')('is read by no program of another extension either', async () => {
    const [name = ''] = states();
    const [path = ''] = readdirSync(join(TMP, name), { recursive: true })
      .map((inner) => join(TMP, name, String(inner)))
      .filter((inner) => inner.endsWith(KEPT));
    expect(readFileSync(path, 'utf8')).toBe('of the keeper');
    expect(await call('run', { line: `cat ${path}; echo done` })).toBe('done\n');
  });

  it('leaves what others call something like it to the grant', async () => {
    const folder = mkdtempSync(join(TMP, 'mortise-notes-'));
    try {
      expect(await ask('write', join(folder, 'mortise-files-of-mine', 'a'), 'a')).toMatch(
        /^capability_failed/,
      );
      expect(await ask('write', join(folder, 'mortise-run-notes.txt'), 'a')).toContain('"created"');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
