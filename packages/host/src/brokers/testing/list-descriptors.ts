// Run as a host of its own that was started with a descriptor too many: tells which descriptors it
// has itself, and which a process started through the broker has.
import { readdirSync, readlinkSync } from 'node:fs';
import { createProcessBroker } from '../process/process-broker.ts';
import { onBench, subjectWith, valueOfReply } from './broker-bench.ts';

const own = readdirSync('/proc/self/fd').flatMap((name) => {
  try {
    return [` ${name} -> ${readlinkSync(`/proc/self/fd/${name}`)}`];
  } catch {
    return [];
  }
});
const broker = onBench('process', createProcessBroker({ binaryDirectories: ['/usr/bin', '/bin'] }));
const subject = subjectWith({ allowedBinaries: ['ls'] });
const reply = await broker.handle('run', ['ls', ['-l', '/proc/self/fd']], subject);
const { stdout } = valueOfReply(reply) as { stdout: string };
process.send?.({ own, inherited: stdout.split('\n').filter((line) => line.includes('->')) });
process.disconnect?.();
