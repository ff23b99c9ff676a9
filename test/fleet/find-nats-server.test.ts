import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const MODULE = join(import.meta.dirname, 'find-nats-server.ts');
const PROGRAM = `const { findNatsServer, whyNoBroker } = await import(${JSON.stringify(MODULE)});
console.log(JSON.stringify([await findNatsServer(), await whyNoBroker() ?? null]));`;

/** Slow enough that two processes meet. */
const APT = '#!/bin/sh\n/bin/sleep 0.2\n: > nats-server_1_amd64.deb\n';
const DPKG =
  '#!/bin/sh\n/bin/mkdir -p "$3/usr/sbin"\n: > "$3/usr/sbin/nats-server"\n/bin/chmod 755 "$3/usr/sbin/nats-server"\n';
const NO_APT = '#!/bin/sh\necho "E: Unable to locate package" >&2\nexit 100\n';

describe('the nats-server of tests, on a machine that has none', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mortise-find-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'home'));
    has('apt-get', APT);
    has('dpkg', DPKG);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const has = (name: string, script: string) =>
    writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 });

  const find = async (env: Readonly<Record<string, string>> = {}) => {
    const given = { PATH: join(folder, 'bin'), HOME: join(folder, 'home'), TMPDIR: folder, ...env };
    const options = { cwd: folder, env: given };
    const { stdout } = await run(process.execPath, ['-e', PROGRAM, '--input-type=module'], options);
    return JSON.parse(stdout) as [{ path?: string; missing?: string }, string | null];
  };

  it('is fetched once into an empty home, by processes side by side', async () => {
    const place = join(folder, 'home/.cache/mortise-tests');
    const found = await Promise.all(Array.from({ length: 4 }, () => find()));
    const path = join(place, 'nats-server/usr/sbin/nats-server');
    expect(found).toEqual(found.map(() => [{ path }, null]));
    expect(readdirSync(place)).toEqual(['nats-server']);
    has('apt-get', NO_APT);
    expect(await find()).toEqual([{ path }, null]);
  });

  it('is kept beside temporary files where a home takes nothing', async () => {
    // No account can make a folder below a file.
    writeFileSync(join(folder, 'file'), '');
    const [{ path }] = await find({ HOME: join(folder, 'file'), XDG_CACHE_HOME: '' });
    expect(path).toMatch(new RegExp(`^${folder}/mortise-tests-\\d+/nats-server/`));
  });

  it('is a reason to skip where it cannot be had, and a failure in CI', async () => {
    has('apt-get', NO_APT);
    expect(await find()).toEqual([
      { missing: expect.stringContaining('Unable to locate package') },
      expect.stringMatching(/^no nats-server: /),
    ]);
    for (const name of ['CI', 'MORTISE_CI'])
      await expect(find({ [name]: '1' })).rejects.toThrow('CI needs a nats-server');
  });
});
