import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-reload-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeExtension(id: string): void {
  mkdirSync(join(folder, id), { recursive: true });
  const capabilities = { network: { allowedHosts: ['*'] } };
  writeFileSync(
    join(folder, id, 'mortise.json'),
    JSON.stringify({ id, version: '1.0.0', entry: 'index.js', capabilities }),
  );
  writeFileSync(
    join(folder, id, 'index.js'),
    `export default (api) => api.registerTool({ name: 'tool_${id}', description: 't',
      parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: '${id}' }] }) });`,
  );
}

const open = (config: object) => createHost({ config, workingDir: folder });
const agents = { main: {} };

describe('reloading a configuration that names other extensions', () => {
  it('loads what is new, unloads what is gone and leaves the rest alone', async () => {
    for (const id of ['one', 'two', 'three']) writeExtension(id);
    await using host = await open({ agents, extensions: ['./one', './two'] });
    const before = host.sandboxStatus().extensions.find(({ id }) => id === 'two')?.generation;
    const toolkits = { more: { description: 'More', tools: ['tool_three'] } };
    const next = { agents, toolkits, extensions: ['./two', './three'] };
    expect(await host.reload(next)).toMatchObject({ status: 'accepted' });
    expect(host.extensions.list().map(({ id }) => id)).toEqual(['two', 'three']);
    expect(host.tools().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tool_two', 'tool_three']),
    );
    expect(host.sandboxStatus().extensions.find(({ id }) => id === 'two')?.generation).toBe(before);
  });

  it('takes back what is not granted any more, and what was switched off', async () => {
    writeExtension('one');
    const grants = { network: { allowedHosts: ['a.example', 'b.example'] } };
    await using host = await open({ agents, extensions: [{ source: './one', grants }] });
    const less = { network: { allowedHosts: ['a.example'] } };
    await host.reload({ agents, extensions: [{ source: './one', grants: less }] });
    expect(host.extensions.list()[0]?.granted.network?.allowedHosts).toEqual(['a.example']);
    await host.reload({ agents, extensions: [{ source: './one', enabled: false }] });
    expect(host.extensions.list()).toEqual([]);
  });

  it('tries again what had failed, and never refuses the configuration that runs', async () => {
    const toolkits = { more: { description: 'More', tools: ['tool_late'] } };
    const config = { agents, toolkits, extensions: ['./late'] };
    await using host = await open(config);
    expect(await host.reload(config)).toMatchObject({ status: 'accepted' });
    writeExtension('late');
    expect(await host.reload(config)).toMatchObject({ status: 'accepted' });
    expect(host.extensions.list()).toMatchObject([{ id: 'late', status: 'loaded' }]);
  });

  it('changes no extension when it is refused', async () => {
    writeExtension('one');
    await using host = await open({ agents, extensions: ['./one'] });
    // @ts-expect-error: it is misspelt, and as plain data it is refused all the same.
    expect(await host.reload({ agents: { main: { tols: [] } }, extensions: [] })).toMatchObject({
      status: 'refused',
    });
    expect(host.extensions.list()).toMatchObject([{ id: 'one', status: 'loaded' }]);
  });
});
