import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { processBirth } from './process-birth.ts';
import { announceHost, findRunningHost } from './running-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-running-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const served = { url: 'http://127.0.0.1:1', config: '/etc/mortise.config.yaml' };
let files = 0;
const newPath = () => {
  files += 1;
  return join(folder, `${files}.json`);
};

describe('the file of a host that serves (T-9)', () => {
  it('names it while it runs, for its owner only, and goes with it', () => {
    const path = newPath();
    const withdraw = announceHost(path, served);
    expect(findRunningHost(path)).toMatchObject({ ...served, pid: process.pid });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(announceHost(path, { ...served, url: 'http://127.0.0.1:2' })).toBeUndefined();
    expect(findRunningHost(path)).toMatchObject({ url: 'http://127.0.0.1:1' });
    withdraw?.();
    expect(existsSync(path)).toBe(false);
  });

  it('is not believed once its process ended, or its number went to another', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const { pid = 0 } = child;
    const path = newPath();
    const host = { ...served, pid, birth: processBirth(pid) ?? '', since: '' };
    const write = (changed: object) =>
      writeFileSync(path, JSON.stringify({ ...host, ...changed }), { mode: 0o600 });
    write({});
    expect(findRunningHost(path)).toMatchObject({ pid });
    write({ birth: `${host.birth}0` });
    expect(findRunningHost(path)).toBeUndefined();
    write({});
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(findRunningHost(path)).toBeUndefined();
    const withdraw = announceHost(path, served);
    expect(findRunningHost(path)).toMatchObject({ pid: process.pid });
    withdraw?.();
  });

  it.each(['', '[]', '{"pid":1}', '{"pid":"1","birth":"x","url":"u","config":"c","since":"s"}'])(
    'is not believed if it is no such file: %s',
    (text) => {
      const path = newPath();
      writeFileSync(path, text, { mode: 0o600 });
      expect(findRunningHost(path)).toBeUndefined();
    },
  );

  it('is not believed if others could have written it', () => {
    const path = newPath();
    const withdraw = announceHost(path, served);
    chmodSync(path, 0o666);
    expect(findRunningHost(path)).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain(String(process.pid));
    chmodSync(path, 0o600);
    withdraw?.();
  });
});
