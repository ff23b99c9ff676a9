import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension, packExtension, scaffoldExtension } from '@mortise/loader';
import { createSandbox } from '@mortise/sandbox';
import { testExtension } from '@mortise/sdk/testing';

// From nothing to a packed extension, as an author goes; prints what each step took.
const workspace = join(import.meta.dirname, '..', '..');
const folder = join(await mkdtemp(join(tmpdir(), 'mortise-author-')), 'words');
const provided = new Map([['@mortise/sdk', join(workspace, 'packages/sdk/src/index.ts')]]);
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

await step('scaffold', async () => {
  const files = await scaffoldExtension(folder, {
    id: 'words',
    template: 'basic',
    linkTo: workspace,
  });
  return `${files.length} files in ${folder}`;
});

await step('call', async () => {
  await using extension = await testExtension({ folder });
  const outcome = await extension.call('count_words', { text: 'from nothing to a tool' });
  if (outcome.text !== '5') throw new Error(`count_words answered ${outcome.text}`);
  return `count_words → ${outcome.text}`;
});

await step('build and pack', async () => {
  const sandbox = createSandbox({ logger: quiet, now: Date.now, spareRunners: 0 });
  await using _sandbox = sandbox;
  const built = await buildExtension(folder, {
    provided,
    registerOnce: (bundle) => sandbox.load(bundle),
  });
  if (built.status === 'failed') throw new Error(JSON.stringify(built.diagnostics));
  const packed = await packExtension(folder, built);
  return `${packed.fileName} ${packed.bytes.length} bytes ${packed.integrity.slice(0, 20)}…`;
});

async function step(name: string, run: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const told = await run();
  console.log(
    `${name.padEnd(16)}${`${Math.round(performance.now() - start)} ms`.padStart(8)}  ${told}`,
  );
}
