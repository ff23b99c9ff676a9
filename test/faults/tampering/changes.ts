import { hash } from 'node:crypto';
import type { Random } from './random-numbers.ts';

/** What one change has to work on. */
export interface ChangeParts {
  readonly random: Random;
  /** A file of the log, and its lines without their ends. */
  readonly text: Buffer;
  readonly lines: readonly string[];
  /** Lines of another log, each a record by itself. */
  readonly foreign: readonly string[];
}

/** The file after the change. */
export type FileChange = (parts: ChangeParts) => Buffer;

export const joined = (lines: readonly string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');

/** Characters are bytes here, so that nothing is lost on the way. */
export const linesOf = (text: Buffer): readonly string[] =>
  text.toString('latin1').split('\n').slice(0, -1);

/** Ways to change one file of a log. Each is tried until what it makes is another file. */
export const FILE_CHANGES: { readonly [kind: string]: FileChange } = {
  'a byte is another one': ({ text, random }) => {
    const copy = Buffer.from(text);
    const at = random(copy.length);
    copy[at] = ((copy[at] ?? 0) + 1 + random(255)) % 256;
    return copy;
  },
  'a bit is another one': ({ text, random }) => {
    const copy = Buffer.from(text);
    const at = random(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
    return copy;
  },
  'bytes are cut out': ({ text, random }) => {
    const at = random(text.length);
    return Buffer.concat([text.subarray(0, at), text.subarray(at + 1 + random(400))]);
  },
  'bytes are put in': ({ text, random }) => {
    const at = random(text.length + 1);
    const more = Buffer.from(Array.from({ length: 1 + random(20) }, () => random(256)));
    return Buffer.concat([text.subarray(0, at), more, text.subarray(at)]);
  },
  'the end is cut off anywhere': ({ text, random }) => text.subarray(0, random(text.length)),
  'the end is cut off at the end of a line': ({ lines, random }) =>
    joined(lines.slice(0, random(lines.length))),
  'the beginning is cut off': ({ lines, random }) => joined(lines.slice(1 + random(lines.length))),
  'lines are removed': ({ lines, random }) =>
    joined(lines.toSpliced(random(lines.length), 1 + random(3))),
  'a line is there twice': ({ lines, random }) =>
    joined(lines.toSpliced(random(lines.length + 1), 0, one(lines, random))),
  'two lines change places': ({ lines, random }) => {
    const copy = [...lines];
    const [at, other] = [random(copy.length), random(copy.length)];
    [copy[at], copy[other]] = [copy[other] ?? '', copy[at] ?? ''];
    return joined(copy);
  },
  'lines are moved': ({ lines, random }) => {
    const copy = [...lines];
    const moved = copy.splice(random(copy.length), 1 + random(4));
    copy.splice(random(copy.length + 1), 0, ...moved);
    return joined(copy);
  },
  'lines are turned round': ({ lines, random }) => {
    const from = random(lines.length);
    const to = from + 2 + random(5);
    return joined([
      ...lines.slice(0, from),
      ...lines.slice(from, to).reverse(),
      ...lines.slice(to),
    ]);
  },
  'an empty line is put in': ({ lines, random }) =>
    joined(lines.toSpliced(random(lines.length + 1), 0, '')),
  'lines end as on Windows': ({ lines, random }) => {
    const from = random(lines.length);
    return joined(lines.map((line, at) => (at < from ? line : `${line}\r`)));
  },
  'a record is written with other spaces': ({ lines, random }) =>
    changeLine(lines, random(lines.length), (line) => line.replace('","', '", "')),
  'a record says something else': ({ lines, random }) =>
    changeLine(lines, random(lines.length), falsify),
  'a record says something else, with a hash that fits': ({ lines, random }) =>
    changeLine(lines, random(lines.length), (line) => seal(falsify(line))),
  'a record says something else, and all behind it in the file fits': ({ lines, random }) => {
    const at = random(lines.length);
    return joined(
      rechain(
        changed(lines, at, (line) => seal(falsify(line))),
        at,
      ),
    );
  },
  'a record of another log is put in': ({ lines, random, foreign }) =>
    joined(lines.toSpliced(random(lines.length + 1), 0, one(foreign, random))),
  'a record is made that fits, in the place of one': ({ lines, random, foreign }) =>
    changeLine(lines, random(lines.length), (line) => {
      const [, seq = '', prev = ''] = /^\{"seq":(\d+),"prev":"([0-9a-f]*)"/.exec(line) ?? [];
      const other = one(foreign, random).replace(/^\{"seq":\d+,"prev":"[0-9a-f]*"/, '');
      return seal(`{"seq":${seq},"prev":"${prev}"${other}`);
    }),
  'it is empty': () => Buffer.alloc(0),
};

function one(lines: readonly string[], random: Random): string {
  return lines[random(lines.length)] ?? '';
}

function changed(
  lines: readonly string[],
  at: number,
  change: (line: string) => string,
): readonly string[] {
  return lines.map((line, index) => (index === at ? change(line) : line));
}

function changeLine(lines: readonly string[], at: number, change: (line: string) => string) {
  return joined(changed(lines, at, change));
}

function falsify(line: string): string {
  return line
    .replace('"allowed"', '"denied"')
    .replace('"embedder"', '"operator"')
    .replace(/"at":(\d+)/, (_all, at) => `"at":${Number(at) + 1}`);
}

const ENDING = /,"hash":"[0-9a-f]{64}"\}$/;

/** The line with the hash that its text has. */
function seal(line: string): string {
  const body = line.replace(ENDING, '');
  return `${body},"hash":"${hash('sha256', Buffer.from(body, 'latin1'))}"}`;
}

/** What one without the key can do: each record behind a place names the one before it. */
function rechain(lines: readonly string[], from: number): readonly string[] {
  const copy = [...lines];
  for (let at = from + 1; at < copy.length; at += 1) {
    const [, prev = ''] = /"hash":"([0-9a-f]{64})"\}$/.exec(copy[at - 1] ?? '') ?? [];
    copy[at] = seal((copy[at] ?? '').replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${prev}"`));
  }
  return copy;
}
