import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { afterAll, describe, expect, it } from 'vitest';
import { OperatorThread } from '../commands/operator-thread.ts';
import type { TextEdit } from './edit-text.ts';
import { keepSwitch } from './keep-switch.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-switch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configuration(name: string): string {
  mkdirSync(join(folder, 'one'), { recursive: true });
  const manifest = { id: 'one', version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(folder, 'one', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'one', 'index.js'), 'export default () => undefined;');
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ agents: { main: {} }, extensions: ['./one'] }));
  return path;
}

/** As a host that serves does it. */
function placeOf(host: Host, configPath: string) {
  const thread = new OperatorThread(host, { configPath, env: {} });
  return { host, configPath, edit: (edit: TextEdit) => thread.edit(edit) };
}

const ONE = { id: 'one', origin: './one' };

describe('a switch of an extension of a host that runs', () => {
  it('is written down and in force, and written back', async () => {
    const configPath = configuration('mortise.config.json');
    const before = readFileSync(configPath, 'utf8');
    await using host = await createHost({ config: configPath });
    const place = placeOf(host, configPath);
    expect(await keepSwitch(place, ONE, false)).toEqual({ isKept: true });
    expect(host.extensions.list()).toEqual([]);
    expect(host.extensions.disabled()).toMatchObject([{ ...ONE, path: 'extensions[0]' }]);
    expect(await keepSwitch(place, ONE, true)).toEqual({ isKept: true });
    expect(host.extensions.list()).toMatchObject([{ ...ONE, status: 'loaded' }]);
    expect(JSON.parse(readFileSync(configPath, 'utf8')).extensions).toEqual([
      { id: 'one', source: './one' },
    ]);
    // An editor broke the file meanwhile: it is left as it is, and the caller has another way.
    writeFileSync(configPath, before.replace('main', 'ma in').replace('{}', '[]'));
    expect(await keepSwitch(place, ONE, false)).toMatchObject({ isKept: false });
    expect(host.extensions.list()).toMatchObject([{ ...ONE, status: 'loaded' }]);
  });

  it('is not kept in a file that is code or JSON5, with the reason', async () => {
    const configPath = configuration('other.json5');
    await using host = await createHost({ config: configPath });
    const kept = await keepSwitch(placeOf(host, configPath), ONE, false);
    expect(kept).toEqual({ isKept: false, reason: expect.stringContaining('config_not_editable') });
    expect(await host.extensions.disable('one')).toMatchObject({ status: 'failed' });
    expect(host.extensions.disabled()).toMatchObject([{ id: 'one' }]);
  });
});
