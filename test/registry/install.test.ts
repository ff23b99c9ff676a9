import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANSWER, writeHostProject } from './host-project.ts';
import { useConsumer } from './use-consumer.ts';

const TOOLS = ['typescript@7.0.2', '@types/node@24.10.1'];
/** What a project of pnpm must say about the one dependency that has an install script. */
const PNPM_WORKSPACE = 'allowBuilds:\n  isolated-vm: false\n';

function findNode26(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('node-26/bin/node');
  } catch {
    return undefined;
  }
}

describe('a host that is installed', () => {
  it('from npm compiles without an error and answers, on Node 24 and on Node 26', async ({
    skip,
  }) => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    await consumer.must('npm', 'install', '@mortise/host', ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
    expect((await consumer.must('node', 'out/main.js')).trim()).toBe(ANSWER);
    const node26 = findNode26();
    skip(node26 === undefined, 'there is no binary of Node 26 for this platform');
    expect((await consumer.must(node26 ?? '', 'out/main.js')).trim()).toBe(ANSWER);
  });

  it('from pnpm compiles without an error and answers', async () => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    writeFileSync(join(consumer.folder, 'pnpm-workspace.yaml'), PNPM_WORKSPACE);
    await consumer.must('pnpm', 'add', '@mortise/host', ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
    expect((await consumer.must('node', 'out/main.js')).trim()).toBe(ANSWER);
  });

  it('needs no install script: only isolated-vm has one, and it answers without', async () => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    await consumer.must('npm', 'install', '--ignore-scripts', '@mortise/host', 'mortise', ...TOOLS);
    const lock = JSON.parse(readFileSync(join(consumer.folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const scripted = Object.entries(lock.packages).filter(([, each]) => each.hasInstallScript);
    expect(scripted.map(([path]) => path)).toEqual(['node_modules/isolated-vm']);
    expect(existsSync(join(consumer.folder, 'node_modules', '@mortise', 'sandbox'))).toBe(true);
    await consumer.must('node_modules/.bin/tsc', '-p', '.');
    expect((await consumer.must('node', 'out/main.js')).trim()).toBe(ANSWER);
  });
});
