import { Socket } from 'node:net';

/** A runner that has been taken over. It registers a tool per trick; a call to it plays the trick. */
const OK = '{"content":[{"type":"text","text":"ok"}]}';

const TRICKS = new Map<string, (seq: string) => string>([
  ['honest', (seq) => `returned\t${seq}\t1\t1\t${OK}\n`],
  [
    'twice',
    (seq) =>
      `returned\t${seq}\t1\t1\t${OK}\nreturned\t${seq}\t1\t1\t${OK}\nended\t${seq}\t1\t1\tcpu\t""\n`,
  ],
  [
    'others',
    (seq) =>
      `returned\t999999\t1\t1\t${OK}\nended\t424242\t1\t1\tmemory\t""\nask\t777\t1\tstorage.get\t[]\nreturned\t${seq}\t1\t1\t${OK}\n`,
  ],
  ['numbers', (seq) => `returned\t${seq}\tNaN\tInfinity\t${OK}\n`],
  [
    'prototype',
    (seq) =>
      `returned\t${seq}\t1\t1\t{"content":[],"__proto__":{"polluted":true},"structured":{"__proto__":{"polluted":true}}}\n`,
  ],
  ['notJson', (seq) => `returned\t${seq}\t1\t1\t{"content":\n`],
  ['notResult', (seq) => `returned\t${seq}\t1\t1\t{"content":[{"type":"video"}]}\n`],
  [
    'tooLarge',
    (seq) =>
      `returned\t${seq}\t1\t1\t{"content":[{"type":"text","text":"${'x'.repeat(300_000)}"}]}\n`,
  ],
  ['unknownKind', () => 'constructor\t1\t2\n'],
  ['noFields', () => 'returned\n'],
  ['badFault', (seq) => `ended\t${seq}\t1\t1\t__proto__\t""\n`],
  ['badText', (seq) => `ended\t${seq}\t1\t1\tthrew\t{}\n`],
  ['badAsk', (seq) => `ask\t${seq}\tx\n`],
  [
    'askFlood',
    (seq) =>
      Array.from(
        { length: 5_000 },
        (_, id) => `ask\t${seq}\t${id}\thost.sleep\t{"ms":1000}\n`,
      ).join(''),
  ],
  ['bigAsk', (seq) => `ask\t${seq}\t1\tstorage.set\t["k","${'x'.repeat(1_100_000)}"]\n`],
  ['strayFlood', () => `returned\t999999\t1\t1\t${OK}\n`.repeat(2_000)],
  [
    'logFlood',
    (seq) => `${`log\t${seq}\t1\tinfo\t"spam"\n`.repeat(5_000)}returned\t${seq}\t1\t1\t${OK}\n`,
  ],
  ['endlessLine', () => 'x'.repeat(20_000_000)],
  ['claimsDenied', (seq) => `ended\t${seq}\t1\t1\trefused_host_call\t"7 made up"\n`],
  ['exits', () => process.exit(0)],
]);

let rest = '';
const wire = new Socket({ fd: 3 });
wire.setEncoding('utf8').on('data', (chunk: string) => {
  rest += chunk;
  const lines = rest.split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) obey(line.split('\t'));
});
wire.write('ready\tx\n');

function obey([kind, first = '', , tool = '']: readonly string[]): void {
  if (kind === 'open') {
    const tools = [...TRICKS.keys()].map((name) => ({
      name,
      description: 'd',
      schema: { type: 'object' },
    }));
    wire.write(`opened\t${first}\t${JSON.stringify({ tools, reducers: [] })}\n`);
  }
  if (kind === 'call') wire.write(TRICKS.get(tool)?.(first) ?? '');
  if (kind === 'cancel') wire.write(`ended\t${first}\t1\t1\tcancelled\t""\n`);
}
