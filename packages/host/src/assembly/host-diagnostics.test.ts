import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-trouble-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const register = (name: string) =>
  `export default (api) => api.registerTool({ name: '${name}', description: 'd',
    parameters: { type: 'object' }, execute: async () => ({ content: [] }) });`;
const core = {
  ...{ name: 'taken', description: 't', schema: { type: 'object' } },
  execute: () => ({ ok: true, value: '' }) as const,
};

function extension(id: string, source: string): void {
  mkdirSync(join(folder, id), { recursive: true });
  writeFileSync(join(folder, id, 'mortise.json'), JSON.stringify({ id, entry: 'index.js' }));
  writeFileSync(join(folder, id, 'index.js'), source);
}

describe('what an operator should know of a host (T-9)', () => {
  it('names what failed, is missing, is damaged or is not pinned, each with its place', async () => {
    const config = join(folder, 'mortise.config.yaml');
    writeFileSync(config, 'agents:\n  main: {}\nextensions:\n  - ./missing\n  - ./well\n');
    writeFileSync(
      join(folder, 'state.db'),
      'this is no database, and long enough to be one'.repeat(9),
    );
    rmSync(join(folder, 'mortise.lock'), { force: true });
    extension('well', register('ping'));
    await using host = await createHost({
      ...{ config, tools: [core], state: join(folder, 'state.db') },
      lockFile: join(folder, 'mortise.lock'),
      extensions: [
        { id: 'thrower', source: 'export default () => { throw new Error("boom"); };' },
        { id: 'taken', source: register('lost') },
      ],
    });
    const listed = host.diagnostics();
    expect(listed.map(({ code, severity, subject }) => [severity, code, subject])).toEqual(
      expect.arrayContaining([
        ['error', 'registration_failed', 'thrower'],
        ['error', 'extension_id_clash', 'taken'],
        ['error', 'session_store_damaged', 'sessions'],
        ['warning', 'lock_missing', 'mortise.lock'],
      ]),
    );
    const missing = listed.find(({ line }) => line === 4);
    expect(missing).toMatchObject({ severity: 'error', file: config, path: 'extensions[0]' });
    expect(host.extensions.list().find(({ id }) => id === 'taken')).toMatchObject({
      ...{ status: 'failed', tools: [], failure: { code: 'extension_id_clash' } },
    });
    writeFileSync(join(folder, 'mortise.lock'), '{"lockVersion":1,"extensions":{}}');
    const pins = host.diagnostics().filter(({ code }) => code === 'extension_unpinned');
    expect(pins).toMatchObject([
      { subject: 'well', hint: expect.stringContaining('add ./well'), line: 5 },
    ]);
    writeFileSync(join(folder, 'mortise.lock'), '{"lockVersion":1');
    expect(host.diagnostics()).toContainEqual(expect.objectContaining({ code: 'lock_invalid' }));
  });

  it('has what a part outside of it adds, until that leaves', async () => {
    await using host = await createHost();
    const found = { code: 'mcp_server_failed', severity: 'error', subject: 's' } as const;
    const leave = host.addDiagnostics(() => [{ ...found, message: 'key abcd1234', hint: 'h' }]);
    host.redactSecret('abcd1234');
    expect(host.diagnostics()).toMatchObject([{ subject: 's' }]);
    expect(JSON.stringify(host.diagnostics())).not.toContain('abcd1234');
    leave();
    expect(host.diagnostics()).toEqual([]);
  });
});
