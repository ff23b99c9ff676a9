import { type AuditVerdict, verifyAudit } from '@mortise/host';
import { FILE_CHANGES, joined, linesOf } from './changes.ts';
import { createRandom, type Random } from './random-numbers.ts';
import { SampleLog } from './sample-log.ts';

/** What became of many changes. */
export interface Tampering {
  readonly changes: number;
  /** Changes by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Not called a change, each with what was done. */
  readonly missed: readonly string[];
  /** Found, and another place was named. */
  readonly misplaced: readonly string[];
  readonly seconds: number;
}

/** Other files in the places of some: `undefined` for one that is gone. */
type Changed = ReadonlyMap<string, Buffer | undefined>;

interface LogChange {
  readonly kind: string;
  readonly changed: Changed;
  /** Whether what `verify` says of it names the place. */
  readonly isNamed: (verdict: AuditVerdict) => boolean;
}

/** Changes a log in many ways, each really another one, and asks `verify` every time. */
export async function tamperLog(count: number, seed = 7): Promise<Tampering> {
  const startedAt = performance.now();
  using log = await SampleLog.open();
  using other = await SampleLog.open();
  const foreign = other.names.flatMap((name) => linesOf(other.files.get(name) ?? Buffer.alloc(0)));
  const makers = changeMakers(log, foreign);
  const random = createRandom(seed);
  const kinds: Record<string, number> = {};
  const [missed, misplaced]: [string[], string[]] = [[], []];
  await requireIntact(log);
  for (let at = 0; at < count; at += 1) {
    const make = makers[at % makers.length];
    if (make === undefined) break;
    const { kind, changed, isNamed } = untilDifferent(log, () => make(random));
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    log.change(changed);
    const verdict = await verifyAudit(log.path);
    log.restore();
    const said = `${at} ${kind} in ${[...changed.keys()].join(', ')}: ${JSON.stringify(verdict.broken ?? verdict.notes)}`;
    if (isNamed(verdict)) continue;
    (verdict.isIntact ? missed : misplaced).push(said);
  }
  await requireIntact(log);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { changes: count, kinds, missed, misplaced, seconds };
}

async function requireIntact({ path }: SampleLog): Promise<void> {
  const { isIntact, broken } = await verifyAudit(path);
  if (!isIntact) throw new Error(`the log is broken before any change: ${JSON.stringify(broken)}`);
}

/** A change that leaves all files as they were is none. */
function untilDifferent({ files }: SampleLog, make: () => LogChange): LogChange {
  for (;;) {
    const made = make();
    const isOther = ([name, bytes]: readonly [string, Buffer | undefined]) =>
      bytes === undefined ? files.has(name) : files.get(name)?.equals(bytes) !== true;
    if ([...made.changed].some(isOther)) return made;
  }
}

type MakeChange = (random: Random) => LogChange;

function changeMakers(log: SampleLog, foreign: readonly string[]): readonly MakeChange[] {
  return [
    ...Object.entries(FILE_CHANGES).map(
      ([kind, change]): MakeChange =>
        (random) => {
          const which = random(log.names.length);
          const text = fileOf(log, which);
          const after = change({ random, text, lines: linesOf(text), foreign });
          return ofFile(log, { kind, which, after });
        },
    ),
    ...WHOLE_CHANGES.map(
      ([kind, change]): MakeChange =>
        (random) => ({ kind, ...change(log, random) }),
    ),
  ];
}

const fileOf = ({ names, files }: SampleLog, which: number) =>
  files.get(names[which] ?? '') ?? Buffer.alloc(0);

/** What is missing at the end of a file is missed at the beginning of the next one. */
function ofFile(
  log: SampleLog,
  { kind, which, after }: { kind: string; which: number; after: Buffer },
): LogChange {
  const name = log.names[which] ?? '';
  const before = fileOf(log, which);
  const line = firstChangedLine(before, after);
  const next = log.names[which + 1];
  const isRechained = kind.includes('fits');
  return {
    kind,
    changed: new Map([[name, after]]),
    isNamed: ({ broken, notes }) => {
      if (broken === undefined) {
        // Behind the last end of a line anything may be what a kill has left; the place is named all the same.
        const isBehind = next === undefined && after.subarray(0, before.length).equals(before);
        return isBehind && notes.some((note) => note.file === name && note.line === line);
      }
      const isHere = broken.file === name && broken.line !== undefined;
      if (isHere && broken.line === line) return true;
      // A line that a kill has cut counts with the record behind it, which tells of it.
      if (isHere && broken.line === line - 1 && isCutLine(before, line - 1)) return true;
      // Hashes that fit are found by the record behind them, or by the next signature.
      if (isRechained && isHere && (broken.line ?? 0) > line) return true;
      return next !== undefined && broken.file === next && broken.line === 1;
    },
  };
}

function firstChangedLine(before: Buffer, after: Buffer): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  return before.subarray(0, at).toString('latin1').split('\n').length;
}

function isCutLine(text: Buffer, line: number): boolean {
  return !(linesOf(text)[line - 1] ?? '').endsWith('}');
}

type WholeChange = (log: SampleLog, random: Random) => Omit<LogChange, 'kind'>;

/** Changes of more than one file, and of what lies beside them. */
const WHOLE_CHANGES: readonly (readonly [string, WholeChange])[] = [
  [
    'a file is gone',
    (log, random) => {
      const which = random(log.names.length);
      return {
        changed: new Map([[log.names[which] ?? '', undefined]]),
        isNamed: namedIn(log, which - 1, which + 1),
      };
    },
  ],
  [
    // Names of files that are written no more say nothing: the chain goes by what is in them.
    'the file that is written changes places with another one',
    (log, random) => {
      const other = log.names.length - 1;
      const which = random(other);
      const changed = new Map([
        [log.names[which] ?? '', fileOf(log, other)],
        [log.names[other] ?? '', fileOf(log, which)],
      ]);
      return { changed, isNamed: ({ isIntact }) => !isIntact };
    },
  ],
  [
    'lines move from one file to another',
    (log, random) => {
      const which = random(log.names.length - 1);
      const [one, next] = [linesOf(fileOf(log, which)), linesOf(fileOf(log, which + 1))];
      const count = 1 + random(Math.min(3, one.length));
      const changed = new Map([
        [log.names[which] ?? '', joined(one.slice(0, -count))],
        [log.names[which + 1] ?? '', joined([...one.slice(-count), ...next])],
      ]);
      return { changed, isNamed: namedIn(log, which, which + 1) };
    },
  ],
  ['the signed head is changed', (log, random) => linkChange(log, 'audit.jsonl.head', random)],
  ['the signed anchor is changed', (log, random) => linkChange(log, 'audit.jsonl.anchor', random)],
];

function namedIn(log: SampleLog, ...which: readonly number[]): LogChange['isNamed'] {
  const names = which.map((at) => log.names[at]);
  return ({ broken }) => broken !== undefined && names.includes(broken.file);
}

/** A byte of it, its end, or all of it. */
function linkChange(log: SampleLog, name: string, random: Random): Omit<LogChange, 'kind'> {
  const before = log.files.get(name) ?? Buffer.alloc(0);
  const parts = { random, text: before, lines: linesOf(before), foreign: [] };
  const kinds = ['a byte is another one', 'bytes are cut out', 'it is empty'] as const;
  const change = FILE_CHANGES[kinds[random(kinds.length)] ?? ''];
  const after = random(5) === 0 ? undefined : change?.(parts);
  return {
    changed: new Map([[name, after]]),
    isNamed: ({ broken }) => broken?.file === name || broken?.code === 'start_missing',
  };
}
