import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePackage, makeTarball, type TarballEntry } from '../testing/tarball.ts';
import { checkEntryName } from './check-entry-name.ts';
import { readArchive } from './read-archive.ts';

const file = (name: string, content = 'x'): TarballEntry => ({ name, content });

async function faultOf(packed: Uint8Array): Promise<string> {
  const reading = await readArchive(packed, 'evil.tgz');
  if (reading.status === 'ok') return `ok: ${[...reading.files.keys()].join(' ')}`;
  const [fault] = reading.diagnostics;
  return `${fault?.code}: ${fault?.message}`;
}

describe('an honest archive', () => {
  it('is read in memory, without its outer folder', async () => {
    const packed = await makePackage({ 'package.json': '{}', 'src/index.ts': 'export default 1' });
    const reading = await readArchive(packed, 'a.tgz');
    if (reading.status !== 'ok') throw new Error('not read');
    expect([...reading.files.keys()]).toEqual(['package.json', 'src/index.ts']);
    expect(Buffer.from(reading.files.get('src/index.ts') ?? []).toString()).toBe(
      'export default 1',
    );
  });

  it('may name its outer folder anything', async () => {
    expect(await faultOf(await makeTarball([file('repo-main/index.js')]))).toBe('ok: index.js');
  });
});

describe('a hostile archive (S-5)', () => {
  it.each<{ what: string; entries: TarballEntry[]; then: RegExp }>([
    { what: 'a way up', entries: [file('package/../../etc/passwd')], then: /leads out/ },
    { what: 'a way up at once', entries: [file('../x')], then: /leads out/ },
    { what: 'an absolute path', entries: [file('/etc/passwd')], then: /absolute/ },
    { what: 'a drive', entries: [file('C:/x')], then: /absolute/ },
    { what: 'a backslash', entries: [file('package\\..\\x')], then: /backslash/ },
    { what: 'an empty part', entries: [file('package//x')], then: /empty part/ },
    { what: 'a dot', entries: [file('package/./x')], then: /empty part/ },
    { what: 'a line feed', entries: [file('package/a\nb')], then: /control/ },
    { what: 'an escape', entries: [file('package/\u001b[2Jx')], then: /control/ },
    { what: 'a trailing dot', entries: [file('package/index.js.')], then: /dot or a blank/ },
    {
      what: 'a symbolic link',
      entries: [{ name: 'package/x', type: 'symlink', linkname: '/etc/passwd' }],
      then: /symlink/,
    },
    {
      what: 'a hard link',
      entries: [file('package/a'), { name: 'package/x', type: 'link', linkname: 'package/a' }],
      then: /is a link/,
    },
    {
      what: 'a device',
      entries: [{ name: 'package/x', type: 'character-device' }],
      then: /device/,
    },
    {
      what: 'a block device',
      entries: [{ name: 'package/x', type: 'block-device' }],
      then: /device/,
    },
    { what: 'a pipe', entries: [{ name: 'package/x', type: 'fifo' }], then: /fifo/ },
    { what: 'a file twice', entries: [file('package/a'), file('package/a')], then: /twice/ },
    { what: 'a file in another case', entries: [file('p/a.js'), file('p/A.JS')], then: /twice/ },
    {
      what: 'a file in another normal form',
      entries: [file('p/caf\u00e9'), file('p/cafe\u0301')],
      then: /twice/,
    },
    {
      what: 'a file with a look-alike',
      entries: [file('p/index.js'), file('p/\uff49ndex.js')],
      then: /twice/,
    },
    { what: 'a file under a file', entries: [file('p/a'), file('p/a/b')], then: /lies in a file/ },
    { what: 'a file over a folder', entries: [file('p/a/b'), file('p/a')], then: /twice/ },
    { what: 'a file in another outer folder', entries: [file('p/a'), file('q/a')], then: /twice/ },
    { what: 'a deep path', entries: [file(`p/${'a/'.repeat(40)}b`)], then: /too deep/ },
    { what: 'a long path', entries: [file(`p/${'a'.repeat(600)}`)], then: /too long/ },
    {
      what: 'too many entries',
      entries: Array.from({ length: 10_001 }, (_, index) => file(`p/${index}`, '')),
      then: /too many/,
    },
    {
      what: 'a huge entry',
      entries: [file('p/a', Array.from({ length: 400_000 }, Math.random).join().repeat(3))],
      then: /too large/,
    },
  ])('with $what is refused whole', async ({ entries, then }) => {
    const fault = await faultOf(await makeTarball([file('package/package.json'), ...entries]));
    expect(fault).toMatch(/^archive_refused/);
    expect(fault).toMatch(then);
  });

  it('that unpacks to far more than it is, is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    expect(await faultOf(bomb)).toMatch(/^archive_refused.*far more/);
  });

  it.each([
    { what: 'nothing', bytes: new Uint8Array() },
    { what: 'noise', bytes: Buffer.from('not a tarball') },
    { what: 'a cut gzip', bytes: gzipSync('x'.repeat(10_000)).subarray(0, 20) },
    { what: 'gzip of noise', bytes: gzipSync('n'.repeat(2_000)) },
  ])('that is $what cannot be read', async ({ bytes }) => {
    expect(await faultOf(bytes)).toMatch(/^package_unreadable/);
  });

  it('that ends in the middle of an entry cannot be read', async () => {
    const { gunzipSync } = await import('node:zlib');
    const tar = gunzipSync(await makePackage({ 'a.txt': 'x'.repeat(5_000) }));
    expect(await faultOf(gzipSync(tar.subarray(0, 1_500)))).toMatch(/^package_unreadable/);
  });
});

describe('checkEntryName', () => {
  it('never lets a path through that leaves the package', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '..', '.', '', '\\', '/', 'C:', '\0')),
        (pieces) => {
          const checked = checkEntryName(pieces.join('/'));
          if (!checked.ok) return;
          expect(checked.path).not.toMatch(/(?:^|\/)\.\.?(?:\/|$)|^\/|\\|\0/);
        },
      ),
    );
  });
});
