import { writeSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * A runner that was taken over and says whatever it is told: the tool `say` writes the texts among its
 * arguments to the two descriptors, as if native code in the process did. What the tests know of
 * numbers they put in; `SEQ` and `ISOLATE` stand for those of the call itself,
 * `LONG` for a long text.
 */
const OK = '{"content":[{"type":"text","text":"ok"}]}';
const HEARTBEAT_FD = 4;
/** Longer than what a watch thread may say. */
const LONG = 'x'.repeat(70_000);
const TOOLS = ['wait', 'release', 'say', 'echo', 'heard'];

interface Orders {
  readonly wire?: string;
  readonly watch?: string;
  /** It does not answer by itself. */
  readonly isSilent?: boolean;
  readonly exits?: boolean;
}

const waiting: string[] = [];
const heard: string[] = [];
let said = 0;

const wire = new Socket({ fd: 3 });
let rest = '';
wire.setEncoding('utf8').on('data', (chunk: string) => {
  rest += chunk;
  const frames = rest.split('\x1e');
  rest = frames.pop() ?? '';
  for (const frame of frames) obey(frame.split('\t'));
});
wire.write('ready\tx\tnull\x1e');

function obey(fields: readonly string[]): void {
  const [kind, first = ''] = fields;
  if (kind === 'open') wire.write(`opened\t${first}\t${JSON.stringify(registration())}\x1e`);
  if (kind === 'call') run(fields);
  if (kind === 'answer') heard.push(fields.slice(3).join(' '));
  if (kind === 'ping') wire.write(`reached\t${first}\x1e`);
  if (kind === 'cancel') wire.write(`ended\t${first}\t1\t1\tcancelled\t""\x1e`);
}

function registration(): object {
  const tools = TOOLS.map((name) => ({
    ...{ name, description: 'd', schema: { type: 'object' } },
    capabilities: { storage: {}, secrets: { names: ['KEY'] } },
  }));
  return { tools, reducers: [] };
}

function run([, isolate = '', , , seq = '', tool, , , , , args = '']: readonly string[]): void {
  if (tool === 'wait') {
    waiting.push(seq);
    wire.write(`progress\t${seq}\t{"message":"${seq} ${isolate}"}\x1e`);
  } else if (tool === 'release') {
    for (const each of waiting.splice(0)) wire.write(answer(each));
    wire.write(answer(seq));
  } else if (tool === 'heard') wire.write(answer(seq, JSON.stringify({ said, heard })));
  else if (tool === 'say') say(seq, isolate, JSON.parse(args) as Orders);
  else wire.write(answer(seq));
}

function answer(seq: string, text = 'ok'): string {
  return `returned\t${seq}\t1\t1\t${OK.replace('"ok"', JSON.stringify(text))}\x1e`;
}

function say(seq: string, isolate: string, orders: Orders): void {
  said += 1;
  const fill = (text = '') =>
    text.replaceAll('SEQ', seq).replaceAll('ISOLATE', isolate).replaceAll('LONG', LONG);
  const watch = fill(orders.watch);
  sayAsWatch(Buffer.from(watch));
  const own = orders.isSilent === true ? '' : answer(seq);
  wire.write(fill(orders.wire) + own, () => {
    if (orders.exits === true) process.exit(0);
  });
}

/** As the watch thread does, it writes until all of it is written. */
function sayAsWatch(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(HEARTBEAT_FD, bytes, sent);
    } catch {
      // The descriptor does not block here, and the host has not read yet.
    }
  }
}
