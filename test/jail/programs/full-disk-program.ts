/**
 * To be run where temporary files lie on a small disk: a granted shell runs there while the disk is full, of
 * bytes or of files, and when there is room again. Prints what came of each run.
 */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostFiles } from '../../../packages/host/src/brokers/files/host-files.ts';
import { createProcessBroker } from '../../../packages/host/src/brokers/process/process-broker.ts';
import {
  asking,
  onBench,
  openBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from '../../../packages/host/src/brokers/testing/broker-bench.ts';
import { ProgramJail } from '../../../packages/processes/src/index.ts';

const SHELL = '/bin/sh';
const SCRIPT = 'head -c 20000 /dev/zero > g && head -c 20000 /dev/zero > "$TMPDIR/h"; echo ended';
const place = realpathSync(tmpdir());
const work = join(place, 'work');
const fill = join(place, 'fill');
const jail = new ProgramJail({ tier: 'required', ...JSON.parse(process.argv[2] ?? '{}') });
const broker = createProcessBroker({ binaryDirectories: [], jail, hostFiles: new HostFiles() });
const grant = { allowedBinaries: [SHELL], cwd: [work], write: [work] };
const ask = asking(onBench('process', broker, openBench()), subjectWith(grant));

async function run(): Promise<string> {
  const reply = ask('run', [SHELL, ['-c', SCRIPT]]);
  const outcome = await outcomeOf(reply);
  if (outcome.startsWith('failed') || outcome.startsWith('denied')) return outcome;
  const { stdout, stderr } = valueOfReply(await reply) as { stdout: string; stderr: string };
  return `${stdout}${stderr}`.trim();
}

function fillWith(more: (count: number) => void): void {
  mkdirSync(fill);
  try {
    for (let count = 0; ; count += 1) more(count);
  } catch {
    // It is full.
  }
}

mkdirSync(work);
const roomy = await run();
rmSync(work, { recursive: true });
mkdirSync(work);
fillWith(() => appendFileSync(join(fill, 'bytes'), Buffer.alloc(4_096)));
const withoutBytes = await run();
rmSync(fill, { recursive: true });
fillWith((count) => writeFileSync(join(fill, String(count)), ''));
const withoutFiles = await run();
rmSync(fill, { recursive: true });
const again = await run();
const left = readdirSync(place);
process.stdout.write(JSON.stringify({ roomy, withoutBytes, withoutFiles, again, left }));
