import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBasics } from './host-basics.ts';
import { withConfiguredRunner } from './open-runners.ts';

describe('the keys of a fleet on the disk of a host (C-2, S-6)', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-keys-')));
    mkdirSync(join(root, 'fleet'));
    for (const folder of [root, join(root, 'fleet')])
      for (const name of ['host.json', 'runner-one.json', 'nats-server.conf'])
        writeFileSync(join(folder, name), '{}');
    writeFileSync(join(root, 'notes.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const owned = async (credentials: string) => {
    const options = { config: {}, workingDir: root };
    const basics = openBasics(options);
    await withConfiguredRunner(options, basics, { use: 'local', credentials });
    return (path: string) => basics.hostFiles.owns(join(root, path));
  };

  it('are out of reach of grants, also those of runners and while all calls run here', async () => {
    const owns = await owned('fleet/host.json');
    expect(
      ['host.json', 'runner-one.json', 'nats-server.conf'].map((name) => owns(`fleet/${name}`)),
    ).toEqual([true, true, true]);
    // A key that is put there would be one of the fleet after the next `mortise fleet add`.
    expect(owns('fleet/runner-mine.json')).toBe(true);
    expect(owns('notes.json')).toBe(false);
  });

  it('leave the rest of the folder alone if they lie beside the configuration', async () => {
    const owns = await owned('host.json');
    const names = ['host.json', 'runner-one.json', 'nats-server.conf', 'notes.json'];
    expect(names.map(owns)).toEqual([true, true, true, false]);
  });
});
