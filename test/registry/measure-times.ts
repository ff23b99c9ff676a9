/**
 * `node test/registry/measure-times.ts`: how long a newcomer waits, from the first command to a passing
 * test and to the first answered call; with nothing downloaded before, and again with everything.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Consumer } from './consumer.ts';
import { openConsumer } from './consumer.ts';
import { publishToLoopback } from './published.ts';
import { readmeBlocks } from './readme-blocks.ts';

const published = await publishToLoopback();
try {
  // The registry itself fetches from the one behind it, in the first round, which is not shown.
  const rounds = [
    ['', 'unmeasured'],
    ['nothing downloaded before', 'kept'],
    ['everything downloaded before', 'kept'],
  ] as const;
  for (const [title, downloads] of rounds) {
    const options = { ...published, downloads: join(published.downloads, downloads) };
    const created = await time(options, createAndTest);
    const answered = await time(options, installAndCall);
    if (title === '') continue;
    console.log(`${title}: npm create mortise to a passing test ${created} s`);
    console.log(`${title}: npm install @mortise/host to the first answer ${answered} s`);
  }
} finally {
  published.stop();
}

async function time(
  options: Parameters<typeof openConsumer>[0],
  act: (consumer: Consumer) => Promise<void>,
): Promise<string> {
  using consumer = openConsumer(options);
  const startedAt = performance.now();
  await act(consumer);
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}

async function createAndTest(consumer: Consumer): Promise<void> {
  await consumer.must('npm', 'create', '--yes', 'mortise', 'words', '--', '--yes');
  await consumer.must('sh', '-c', 'cd words && npm install && npm test');
}

async function installAndCall(consumer: Consumer): Promise<void> {
  const [code = ''] = readmeBlocks('ts');
  await consumer.must('npm', 'install', '@mortise/host');
  writeFileSync(join(consumer.folder, 'main.mts'), code);
  await consumer.must('node', 'main.mts');
}
