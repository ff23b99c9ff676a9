import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToolHost, type ToolHost } from '@mortise/extension-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-code-')));
const LINES = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1} größer`);

beforeAll(() => {
  mkdirSync(join(FOLDER, 'src/deep'), { recursive: true });
  mkdirSync(join(FOLDER, 'node_modules/p'), { recursive: true });
  writeFileSync(join(FOLDER, 'long.txt'), `${LINES.join('\n')}\n`);
  writeFileSync(join(FOLDER, 'huge.txt'), `${'0123456789 "quoted"\n'.repeat(100_000)}`);
  writeFileSync(join(FOLDER, 'src/one.ts'), 'const a = 1;\nconst b = a;\n');
  writeFileSync(join(FOLDER, 'src/deep/two.ts'), 'export const needle = 2;\n');
  writeFileSync(join(FOLDER, 'node_modules/p/index.js'), 'needle\n');
  writeFileSync(join(FOLDER, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]));
  symlinkSync('/etc', join(FOLDER, 'outside'));
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the file tools in a host (E-12, S-6)', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost({
      extension: 'tools-code',
      grants: { fs_reach: { read: [FOLDER], write: [FOLDER] } },
      limits: { cpuMs: 2_000 },
    });
  });
  afterAll(() => tools.host.close());

  async function ask(name: string, args: object): Promise<string> {
    const result = await tools.call(name, args);
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
    return result.text;
  }

  describe('read_file', () => {
    it('shows 200 lines of a real file of 5,000, its true size and how to read on', async () => {
      const bytes = readFileSync(join(FOLDER, 'long.txt')).length.toLocaleString('en-US');
      expect(await ask('read_file', { path: 'long.txt' })).toBe(
        [
          `[file: 5,000 lines, ${bytes} bytes; showing lines 1-200]`,
          ...LINES.slice(0, 200),
          '[… 4,800 lines left; to read on pass lineStart: 201, lineEnd: 400 …]',
        ].join('\n'),
      );
    });

    it('gives a range as it is', async () => {
      const text = await ask('read_file', { path: 'long.txt', lineStart: 4_001, lineEnd: 4_300 });
      expect(text).toBe(`${LINES.slice(4_000, 4_300).join('\n')}\n`);
    });

    it('tells the size of the file, not of what fits a result', async () => {
      const text = await ask('read_file', { path: 'huge.txt' });
      expect(text).toContain('[file: 100,000 lines, 2,000,000 bytes; showing lines 1-200]');
      expect(text).toContain('[… 99,800 lines left;');
    });

    it('cuts a range at a line and says where to go on', async () => {
      const result = await tools.call('read_file', { path: 'huge.txt', lineStart: 2 });
      const last = result.structured as { readonly lineEnd: number };
      expect(result).toMatchObject({ ok: true, structured: { totalLines: 100_000, lineStart: 2 } });
      expect(last.lineEnd).toBeGreaterThan(9_000);
    });

    it.each([
      {
        what: 'a range that is upside down',
        args: { path: 'long.txt', lineStart: 9, lineEnd: 8 },
        says: 'Swap them',
      },
      {
        what: 'a range beyond the end',
        args: { path: 'long.txt', lineStart: 5_001 },
        says: '5,000 lines',
      },
      { what: 'a file that is not text', args: { path: 'picture.png' }, says: 'not UTF-8' },
      { what: 'a file that is not there', args: { path: 'nope.txt' }, says: 'Nothing is there' },
    ])('explains $what', async ({ args, says }) => {
      const result = await tools.call('read_file', args);
      expect(result).toMatchObject({ ok: false, message: expect.stringContaining(says) });
    });

    it.each(['/etc/passwd', '../x', 'outside/passwd', `${FOLDER}/../x`])(
      'is denied %s',
      async (path) => {
        expect(await tools.call('read_file', { path })).toMatchObject({
          code: 'capability_denied',
        });
      },
    );
  });

  describe('list_files', () => {
    it('lists what is there, without what is ignored and without following links', async () => {
      expect((await ask('list_files', { depth: 3 })).split('\n')).toEqual(
        expect.arrayContaining([
          'long.txt',
          'outside@',
          'src/',
          'src/deep/',
          'src/deep/two.ts',
          'src/one.ts',
        ]),
      );
      expect(await ask('list_files', { depth: 3 })).not.toContain('node_modules');
    });

    it.each([
      { args: { depth: 1 }, has: 'src/', lacks: 'src/one.ts' },
      { args: { path: 'node_modules', depth: 5 }, has: 'p/index.js', lacks: 'src' },
      { args: { limit: 2 }, has: '[… stopped after 2 entries: there is more;', lacks: 'src' },
    ])('keeps to $args', async ({ args, has, lacks }) => {
      const text = await ask('list_files', args);
      expect(text).toContain(has);
      expect(text).not.toContain(lacks);
    });
  });

  describe('search_files', () => {
    it('finds lines in text files and leaves out the ignored ones', async () => {
      const text = await ask('search_files', { query: 'needle' });
      expect(text).toContain('\nsrc/deep/two.ts:1: export const needle = 2;');
      expect(text).not.toContain('node_modules');
      expect(text).toContain('1 file left out');
    });

    it.each([
      { args: { query: 'const', path: 'src', glob: 'one*' }, has: 'one.ts:2: const b = a;' },
      { args: { query: '^const [ab]', regex: true }, has: '[2 matching lines in 1 file' },
      { args: { query: 'NEEDLE', ignoreCase: true, path: 'src/deep/two.ts' }, has: 'two.ts:1:' },
      { args: { query: 'größer', maxResults: 5 }, has: '5,000 matching lines in 1 file' },
      { args: { query: 'absent' }, has: '[0 matching lines in 0 files' },
    ])('answers $args', async ({ args, has }) => {
      expect(await ask('search_files', args)).toContain(has);
    });

    it.each([{ regex: false }, { regex: true }])(
      'searches a folder of 1,000 files in one call, with $regex',
      async ({ regex }) => {
        for (let index = 0; index < 1_000; index += 1) {
          mkdirSync(join(FOLDER, `many/${index % 20}`), { recursive: true });
          writeFileSync(join(FOLDER, `many/${index % 20}/${index}.txt`), `is ${index}\n`);
        }
        const text = await ask('search_files', { query: 'is 99', regex, path: 'many' });
        expect(text).toContain('[11 matching lines in 11 files, 1,000 files searched]');
      },
    );

    it('lists and searches a folder where a host has its own files (S-10)', async () => {
      mkdirSync(join(FOLDER, 'fresh/.mortise'), { recursive: true });
      for (const name of ['.mortise/token', 'mortise.lock', 'mortise.config.yaml', 'notes.txt']) {
        writeFileSync(join(FOLDER, 'fresh', name), 'needle');
      }
      expect(await ask('list_files', { path: 'fresh' })).toBe('notes.txt');
      expect(await ask('search_files', { query: 'needle', path: 'fresh' })).toBe(
        '[1 matching line in 1 file, 1 file searched]\nnotes.txt:1: needle',
      );
    });

    it('explains a regular expression that is none', async () => {
      const result = await tools.call('search_files', { query: '(', regex: true });
      expect(result).toMatchObject({
        ok: false,
        message: expect.stringContaining('leave regex out'),
      });
    });

    it('is ended, not the host, by a regular expression that never ends', async () => {
      writeFileSync(join(FOLDER, 'evil.txt'), `${'a'.repeat(60)}!\n`);
      const result = await tools.call('search_files', {
        query: '^(a+)+$',
        regex: true,
        path: 'evil.txt',
      });
      expect(result).toMatchObject({ ok: false, code: expect.stringMatching(/cpu_limit|timeout/) });
      expect(await ask('read_file', { path: 'evil.txt' })).toContain('!');
      rmSync(join(FOLDER, 'evil.txt'));
    }, 40_000);
  });

  describe('write_file and edit_file', () => {
    it('writes a new file and refuses to replace it unasked', async () => {
      expect(await ask('write_file', { path: 'new.txt', content: 'a😀\n' })).toBe(
        'Created new.txt, 6 bytes.',
      );
      const again = await tools.call('write_file', { path: 'new.txt', content: 'b' });
      expect(again).toMatchObject({
        ok: false,
        message: expect.stringContaining('overwrite: true'),
      });
      expect(readFileSync(join(FOLDER, 'new.txt'), 'utf8')).toBe('a😀\n');
      await ask('write_file', { path: 'new.txt', content: 'b', overwrite: true });
      expect(readFileSync(join(FOLDER, 'new.txt'), 'utf8')).toBe('b');
    });

    it('replaces the one passage it was given, dollar signs and all', async () => {
      writeFileSync(join(FOLDER, 'edit.txt'), 'one\r\ntwo\r\nthree\r\n');
      const text = await ask('edit_file', {
        path: 'edit.txt',
        oldText: 'two',
        newText: "$& $1 $'",
      });
      expect(text).toBe('Changed edit.txt at line 2; the new text has 1 line.');
      expect(readFileSync(join(FOLDER, 'edit.txt'), 'utf8')).toBe("one\r\n$& $1 $'\r\nthree\r\n");
    });

    it.each([
      { what: 'an ambiguous passage', oldText: 'a', says: '3 times (lines 1, 1, 2)' },
      { what: 'a missing passage', oldText: 'nope', says: 'does not stand in twice.txt' },
      { what: 'line ends of another kind', oldText: 'aa\na', says: 'CRLF' },
    ])('changes nothing for $what', async ({ oldText, says }) => {
      writeFileSync(join(FOLDER, 'twice.txt'), 'aa\r\na');
      const result = await tools.call('edit_file', { path: 'twice.txt', oldText, newText: 'b' });
      expect(result).toMatchObject({ ok: false, message: expect.stringContaining(says) });
      expect(readFileSync(join(FOLDER, 'twice.txt'), 'utf8')).toBe('aa\r\na');
    });

    it.each(['/etc/mortise', 'outside/mortise', '../mortise'])('is denied %s', async (path) => {
      const result = await tools.call('write_file', { path, content: 'x' });
      expect(result).toMatchObject({ ok: false, code: 'capability_denied' });
    });
  });
});

describe('the file tools without a grant', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost({ extension: 'tools-code' });
  });
  afterAll(() => tools.host.close());

  it.each([
    { name: 'read_file', args: { path: 'a' } },
    { name: 'list_files', args: {} },
    { name: 'search_files', args: { query: 'a' } },
    { name: 'write_file', args: { path: 'a', content: 'b' } },
    { name: 'edit_file', args: { path: 'a', oldText: 'b', newText: 'c' } },
  ])('$name is denied by name', async ({ name, args }) => {
    expect(await tools.call(name, args)).toMatchObject({
      code: 'capability_denied',
      message: expect.stringContaining('fs_reach is not granted to the extension tools-code'),
    });
  });

  it('reading does not include writing', async () => {
    await using readers = await openToolHost({
      extension: 'tools-code',
      grants: { fs_reach: { read: [FOLDER] } },
    });
    const result = await readers.call('write_file', { path: 'x.txt', content: 'b' });
    expect(result).toMatchObject({ code: 'capability_denied' });
  });

  it('only the reading ones are there unless an operator names the others (F-3)', async () => {
    await using all = await openToolHost({ extension: 'tools-code', allow: ['*'] });
    const definitions = await all.host.agent('main').session('s').definitions();
    const names = definitions.map(({ name }) => name);
    expect(
      names.filter((name) => name.endsWith('_file') || name.endsWith('_files')).toSorted(),
    ).toEqual(['list_files', 'read_file', 'search_files']);
  });
});
