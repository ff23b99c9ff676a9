import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mortise-fleet-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const fleet = (...words: readonly string[]) => typeCommand(['fleet', ...words], { cwd });
const read = (name: string) => readFileSync(join(cwd, 'fleet', name), 'utf8');
const keysOf = (text: string) => [...text.matchAll(/nkey: (\w+)/g)].map(([, key]) => key);

describe('mortise fleet (C-2)', () => {
  it('writes a secret for hosts, one for each runner, and what the broker needs without any', async () => {
    const { exit, out } = await fleet('init', 'one', 'two', '--nats', 'nats://nats.internal:4222');
    expect({ exit, out }).toMatchObject({
      exit: 0,
      out: expect.stringContaining('mortise runner --credentials fleet/runner-two.json'),
    });
    for (const name of ['host.json', 'runner-one.json', 'runner-two.json']) {
      expect(statSync(join(cwd, 'fleet', name)).mode & 0o777).toBe(0o600);
      const side = JSON.parse(read(name));
      expect(side).toMatchObject({ fleet: 'main', nats: 'nats://nats.internal:4222' });
      expect(read('nats-server.conf')).not.toContain(side.seed);
    }
    expect(statSync(join(cwd, 'fleet')).mode & 0o777).toBe(0o700);
    expect(keysOf(read('nats-server.conf'))).toHaveLength(3);
    expect(read('nats-server.conf')).toContain('listen: "0.0.0.0:4222"');
  });

  it('adds and removes runners, and the others keep their keys', async () => {
    await fleet('init', 'one');
    const before = read('nats-server.conf');
    expect(before).toContain('listen: "127.0.0.1:4222"');
    expect(await fleet('add', 'two')).toMatchObject({ exit: 0 });
    expect(keysOf(read('nats-server.conf'))).toEqual([...keysOf(before), expect.any(String)]);
    expect(await fleet('remove', 'two')).toMatchObject({ exit: 0 });
    expect(read('nats-server.conf')).toBe(before);
    expect(() => read('runner-two.json')).toThrow();
  });

  it('lets no key in by the way that somebody put beside the others', async () => {
    await fleet('init', 'one');
    const before = read('nats-server.conf');
    const { seed } = JSON.parse(read('runner-one.json')) as { seed: string };
    await fleet('init', 'two', '--out', 'theirs');
    const theirs = readFileSync(join(cwd, 'theirs', 'runner-two.json'), 'utf8');
    writeFileSync(join(cwd, 'fleet', 'runner-two.json'), theirs, { mode: 0o600 });
    expect(theirs).not.toContain(seed);
    const added = await fleet('add', 'three');
    expect(added.exit).not.toBe(0);
    expect(added.said).toContain('runner-two.json is no key of this fleet');
    expect(read('nats-server.conf')).toBe(before);
  });

  it.each([
    {
      when: 'a fleet is there',
      words: ['init'],
      says: /^fleet_name_taken {2}.*host\.json is there/,
    },
    { when: 'a runner is there', words: ['add', 'one'], says: /^fleet_name_taken/ },
    {
      when: 'a runner is not',
      words: ['remove', 'x'],
      says: /^fleet_name_invalid {2}.*no runner x/,
    },
    { when: 'a name is given twice', words: ['add', 'x', 'x'], says: /x is named twice/ },
    {
      when: 'a new fleet names one twice',
      words: ['init', 'x', 'x', '--out', 'new'],
      says: /x is named twice/,
    },
    { when: 'a name is that of hosts', words: ['add', 'host'], says: /^fleet_name_invalid/ },
    { when: 'a name has dots', words: ['add', 'a.b'], says: /^fleet_name_invalid/ },
    {
      when: 'an address has a password',
      words: ['init', '--nats', 'nats://a:b@c'],
      says: /--nats is/,
    },
    { when: 'nothing is named', words: ['add'], says: /needs the name of a runner/ },
    { when: 'the action is none', words: ['list'], says: /no `mortise fleet list`/ },
  ])('says what to do when $when', async ({ words, says }) => {
    await fleet('init', 'one');
    const { exit, err } = await fleet(...words);
    expect(err).toMatch(says);
    expect(err).toContain('hint: ');
    expect(exit).toBe(2);
  });

  it('leaves keys as they are that are there, and writes none into a file that is', async () => {
    await fleet('init', 'one');
    chmodSync(join(cwd, 'fleet', 'runner-one.json'), 0o640);
    const before = read('host.json');
    const { ino } = statSync(join(cwd, 'fleet', 'host.json'));
    await fleet('add', 'two');
    expect(read('host.json')).toBe(before);
    expect(statSync(join(cwd, 'fleet', 'host.json')).ino).toBe(ino);
    expect(statSync(join(cwd, 'fleet', 'runner-one.json')).mode & 0o777).toBe(0o640);
    rmSync(join(cwd, 'fleet', 'host.json'));
    writeFileSync(join(cwd, 'fleet', 'runner-two.json'), 'open', { mode: 0o644 });
    expect(await fleet('init', 'two')).toMatchObject({
      err: expect.stringMatching(/^fleet_name_taken .*runner-two\.json is there/),
    });
    expect(read('runner-two.json')).toBe('open');
    // Nothing is written where a link leads.
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'fleet', 'runner-three.json'));
    expect(await fleet('init', 'three')).toMatchObject({ exit: 2 });
    expect(existsSync(join(cwd, 'elsewhere'))).toBe(false);
    expect(existsSync(join(cwd, 'fleet', 'host.json'))).toBe(false);
  });

  it('prints no password of an address', async () => {
    const words = ['runner', '--nats', 'nats://me:hidden@127.0.0.1:1', '--name', 'one'];
    const { out, err } = await typeCommand(words, { cwd });
    expect(err).toMatch(/^fleet_credentials_invalid .*a user or a password/);
    expect(`${out}${err}`).not.toContain('hidden');
  });

  it('uses no credentials that every account can read, or that are no credentials', async () => {
    await fleet('init', 'one');
    const runner = (file: string) =>
      typeCommand(['runner', '--credentials', join(cwd, 'fleet', file)], { cwd });
    expect(await runner('host.json')).toMatchObject({
      err: expect.stringMatching(/^fleet_credentials_invalid .*is for a host/),
    });
    writeFileSync(join(cwd, 'fleet', 'open.json'), read('runner-one.json'), { mode: 0o644 });
    expect(await runner('open.json')).toMatchObject({ err: expect.stringMatching(/chmod 600/) });
    writeFileSync(join(cwd, 'fleet', 'bad.json'), '{"side":"runner"}', { mode: 0o600 });
    expect(await runner('bad.json')).toMatchObject({
      err: expect.stringMatching(/no credentials/),
    });
    expect(await runner('absent.json')).toMatchObject({ err: expect.stringMatching(/ENOENT/) });
    expect(await typeCommand(['runner'], { cwd })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('mortise fleet init'),
    });
  });
});
