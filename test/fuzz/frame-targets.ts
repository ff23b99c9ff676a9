import {
  answeredCall,
  readCall,
  readGuestResult,
  readResult,
  resultKind,
  writeCall,
  writeResult,
  writeReturned,
} from '../../packages/sandbox/src/wire/call-frames.ts';
import {
  createReader,
  createWriters,
  type FieldKind,
  FRAME_END,
  type FrameTable,
} from '../../packages/sandbox/src/wire/frame-codec.ts';
import { FrameSplitter } from '../../packages/sandbox/src/wire/frame-splitter.ts';
import { GUEST_TO_RUNNER } from '../../packages/sandbox/src/wire/guest-to-runner.ts';
import { HOST_TO_RUNNER } from '../../packages/sandbox/src/wire/host-to-runner.ts';
import { RUNNER_TO_HOST } from '../../packages/sandbox/src/wire/runner-to-host.ts';
import { WATCH_TO_HOST } from '../../packages/sandbox/src/wire/watch-to-host.ts';
import { type FuzzTarget, hold } from './fuzz-target.ts';

const WIRE = 'packages/sandbox/src/wire';
const MAX_CHARS = 200;

const EXAMPLES: { readonly [Kind in Exclude<FieldKind, readonly string[]>]: string } = {
  ...{ whole: '12', measure: '000034', flag: '1', word: 'word', json: '{"a":[1]}', quoted: '"q"' },
};

/** One frame of every kind, written as its table says. */
export function examplesOf(table: FrameTable): readonly string[] {
  return Object.entries(table).map(([kind, fields]) => {
    const values = Object.values(fields).map((field) =>
      typeof field === 'string' ? EXAMPLES[field] : (field[0] ?? ''),
    );
    return [kind, ...values].join('\t');
  });
}

/** What is read is what would be written; of what was measured nothing depends on how it was. */
function tableTarget(name: string, table: FrameTable): FuzzTarget {
  const read = createReader(table);
  const writers = createWriters(table);
  return {
    name,
    files: [`${WIRE}/frame-codec.ts`],
    seeds: examplesOf(table),
    check: (text) => {
      const frame = read(text);
      if (frame === undefined) return;
      const fields = table[frame.kind] ?? {};
      const written = writers[frame.kind]?.(frame) ?? '';
      const names = Object.keys(fields);
      const isSame = written
        .slice(0, -1)
        .split('\t')
        .every((field, index) => {
          const kind = fields[names[index - 1] ?? ''];
          const isLast = index >= names.length;
          return kind === 'measure' || isLast || field === text.split('\t')[index];
        });
      hold(isSame, 'it is written as it was read');
      const last = names.at(-1) ?? '';
      if (fields[last] !== 'measure')
        hold(text.endsWith(String(written.slice(0, -1).split('\t').at(-1))), 'its end is read');
    },
  };
}

const CALL = `call\t1\t500\t0\t7\techo\trun\tc1\t{"agentId":"a"}\t1\t{"a":1}\x1ftext\x1dlong`;

const results: FuzzTarget = {
  name: 'results',
  files: [`${WIRE}/call-frames.ts`],
  seeds: [
    'returned\t7\t000000000012\t3\t{"content":[]}',
    'text\t7\t1\t2\tapplied\t9\tone\ttwo',
    CALL,
  ],
  check: (text) => {
    const kind = resultKind(text);
    const result = kind && readResult(text, kind);
    if (result !== undefined) {
      hold(answeredCall(text) === result.seq, 'it is of the call that it names');
      const again = readResult(writeResult(result).slice(0, -1), result.kind);
      hold(JSON.stringify(again) === JSON.stringify(result), 'it is read as it is written');
      hold(text.endsWith(result.body), 'its body is not touched');
    }
    const said = readGuestResult(text);
    if (said?.kind === 'returned')
      hold(writeReturned(said.seq, said.body) === text + FRAME_END, 'a guest wrote it');
    const frame = text.startsWith('call\t') ? text : `call\t${text}`;
    const call = readCall(frame, (head, pieces) => ({ ...head, pieces }));
    if (call === undefined) return;
    hold(Number.isSafeInteger(call.isolate + call.seq + call.timeoutMs), 'its numbers are some');
    const [, , , , , , ...body] = writeCall(call, '').split('\t');
    hold(body.join('') === FRAME_END, 'its head has six fields');
    hold(call.pieces.join('\x1d').startsWith(`${call.seq}\t${call.toolName}`), 'its line is whole');
  },
};

/** The same frames come out however a stream is cut, and no more than the longest is kept. */
const splitter: FuzzTarget = {
  name: 'splitter',
  files: [`${WIRE}/frame-splitter.ts`],
  seeds: ['a\x1ebb\x1e\x1eccc', `${'x'.repeat(MAX_CHARS)}\x1e`, 'no end'],
  check: (text) => {
    const whole = split([text]);
    for (const size of [1, 2, 3, 7, 64]) {
      const chunks: string[] = [];
      for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
      const cut = split(chunks);
      const common = Math.min(cut.frames.length, whole.frames.length);
      const same = (frames: readonly string[]) => JSON.stringify(frames.slice(0, common));
      hold(same(cut.frames) === same(whole.frames), 'frames are the same');
      if (whole.isFine) hold(cut.isFine && common === whole.frames.length, 'and as many');
    }
    hold(
      whole.frames.every((frame) => frame.length <= MAX_CHARS),
      'none is too long',
    );
  },
};

function split(chunks: readonly string[]): {
  readonly frames: readonly string[];
  readonly isFine: boolean;
} {
  const frames: string[] = [];
  const made = new FrameSplitter(MAX_CHARS, (frame) => frames.push(frame));
  return { isFine: chunks.every((chunk) => made.push(chunk)), frames };
}

export const FRAME_TARGETS: readonly FuzzTarget[] = [
  tableTarget('runner-to-host', RUNNER_TO_HOST),
  tableTarget('watch-to-host', WATCH_TO_HOST),
  tableTarget('host-to-runner', HOST_TO_RUNNER),
  tableTarget('guest-to-runner', GUEST_TO_RUNNER),
  results,
  splitter,
];
