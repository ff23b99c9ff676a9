import { writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** A runner that has been taken over. It registers a tool per trick; a call to it plays the trick. */
const OK = '{"content":[{"type":"text","text":"ok"}]}';
const FORGED = OK.replace('ok', 'forged');
const HEARTBEAT_FD = 4;
/** The call that was made last of the tool `waits`. */
let waiting = '';

/** Says something in the place of the watch thread. */
function sayAsWatch(text: string): string {
  writeSync(HEARTBEAT_FD, text);
  return '';
}

const TRICKS = new Map<string, (seq: string, isolate: string) => string>([
  [
    'waits',
    (seq) => {
      waiting = seq;
      return '';
    },
  ],
  [
    'releases',
    (seq) => [waiting, seq].map((each) => `returned\t${each}\t1\t1\t${OK}\x1e`).join(''),
  ],
  [
    'watchAnswers',
    (seq, isolate) => sayAsWatch(`answers\t${isolate}\x1ereturned\t${seq}\t1\t1\t${OK}\x1e`),
  ],
  [
    'watchAnswersForOther',
    (seq, isolate) =>
      sayAsWatch(
        `answers\t${isolate}\x1ereturned\t${waiting}\t1\t1\t${FORGED}\x1eended\t${waiting}\t1\t1\tcpu\t""\x1ereturned\t${seq}\t1\t1\t${OK}\x1e`,
      ),
  ],
  [
    'watchAnswersUnasked',
    (seq) =>
      sayAsWatch(`answers\t0\x1ereturned\t${waiting}\t1\t1\t${FORGED}\x1e`) +
      `returned\t${seq}\t1\t1\t${OK}\x1e`,
  ],
  ['watchNonsense', () => sayAsWatch('returned\tx\x1e')],
  ['honest', (seq) => `returned\t${seq}\t1\t1\t${OK}\x1e`],
  [
    'twice',
    (seq) =>
      `returned\t${seq}\t1\t1\t${OK}\x1ereturned\t${seq}\t1\t1\t${OK}\x1eended\t${seq}\t1\t1\tcpu\t""\x1e`,
  ],
  [
    'others',
    (seq) =>
      `returned\t999999\t1\t1\t${OK}\x1eended\t424242\t1\t1\tmemory\t""\x1eask\t777\t1\tstorage.get\t[]\x1ereturned\t${seq}\t1\t1\t${OK}\x1e`,
  ],
  ['numbers', (seq) => `returned\t${seq}\tNaN\tInfinity\t${OK}\x1e`],
  [
    'prototype',
    (seq) =>
      `returned\t${seq}\t1\t1\t{"content":[],"__proto__":{"polluted":true},"structured":{"__proto__":{"polluted":true}}}\x1e`,
  ],
  ['notJson', (seq) => `returned\t${seq}\t1\t1\t{"content":\x1e`],
  ['notResult', (seq) => `returned\t${seq}\t1\t1\t{"content":[{"type":"video"}]}\x1e`],
  [
    'tooLarge',
    (seq) =>
      `returned\t${seq}\t1\t1\t{"content":[{"type":"text","text":"${'x'.repeat(300_000)}"}]}\x1e`,
  ],
  ['text', (seq) => `text\t${seq}\t1\t1\tnone\t0\tone\ttwo\nthree\x1e`],
  ['textMadeUp', (seq) => `text\t${seq}\t1\t1\t__proto__\tx\tok\x1e`],
  ['textTooLarge', (seq) => `text\t${seq}\t1\t1\tnone\t0\t${'x'.repeat(300_000)}\x1e`],
  ['textCut', (seq) => `text\t${seq}\t1\t1\tnone\x1e`],
  ['textNoFields', () => 'text\t1\x1e'],
  ['unknownKind', () => 'constructor\t1\t2\x1e'],
  ['noFields', () => 'returned\x1e'],
  ['badFault', (seq) => `ended\t${seq}\t1\t1\t__proto__\t""\x1e`],
  ['badText', (seq) => `ended\t${seq}\t1\t1\tthrew\t{}\x1e`],
  ['badAsk', (seq) => `ask\t${seq}\tx\x1e`],
  [
    'askFlood',
    (seq) =>
      Array.from(
        { length: 5_000 },
        (_, id) => `ask\t${seq}\t${id}\thost.sleep\t{"ms":1000}\x1e`,
      ).join(''),
  ],
  ['bigAsk', (seq) => `ask\t${seq}\t1\tstorage.set\t["k","${'x'.repeat(1_100_000)}"]\x1e`],
  ['strayFlood', () => `returned\t999999\t1\t1\t${OK}\x1e`.repeat(2_000)],
  [
    'logFlood',
    (seq) => `${`log\t${seq}\t1\tinfo\t"spam"\x1e`.repeat(5_000)}returned\t${seq}\t1\t1\t${OK}\x1e`,
  ],
  ['endlessLine', () => 'x'.repeat(64_000_000)],
  ['claimsDenied', (seq) => `ended\t${seq}\t1\t1\trefused_host_call\t"7 made up"\x1e`],
  ['exits', () => process.exit(0)],
  [
    'saysNoRoom',
    () => {
      writeSync(2, 'Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n');
      return process.abort();
    },
  ],
]);

let rest = '';
const wire = new Socket({ fd: 3 });
wire.setEncoding('utf8').on('data', (chunk: string) => {
  rest += chunk;
  const lines = rest.split('\x1e');
  rest = lines.pop() ?? '';
  for (const line of lines) obey(line.split('\t'));
});
wire.write('ready\tx\tnull\x1e');

function obey([kind, first = '', , , seq = '', tool = '']: readonly string[]): void {
  if (kind === 'open') {
    const tools = [...TRICKS.keys()].map((name) => ({
      name,
      description: 'd',
      schema: { type: 'object' },
    }));
    wire.write(`opened\t${first}\t${JSON.stringify({ tools, reducers: [] })}\x1e`);
  }
  if (kind === 'call') wire.write(TRICKS.get(tool)?.(seq, first) ?? '');
  if (kind === 'cancel') wire.write(`ended\t${first}\t1\t1\tcancelled\t""\x1e`);
}
