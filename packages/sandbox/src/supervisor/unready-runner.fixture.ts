import { Socket } from 'node:net';

/** A runner that opens isolates before it is ready, again and again. */
const wire = new Socket({ fd: 3 });
wire.setEncoding('utf8').on('data', (chunk: string) => {
  const isolate = /open\t(\d+)/.exec(chunk)?.[1] ?? '1';
  wire.write(`opened\t${isolate}\t{"tools":[],"reducers":[]}\x1e`.repeat(20));
});
