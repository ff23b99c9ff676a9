import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANSWER, writeHostProject } from './host-project.ts';
import { sizeOf, stampsOf } from './installed-size.ts';
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
  it('by npm compiles without an error and answers, on Node 24 and on Node 26', async ({
    skip,
  }) => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    await consumer.must('npm', 'install', '@mortise/host');
    expect(sizeOf(join(consumer.folder, 'node_modules'))).toBeLessThan(80_000_000);
    await consumer.must('npm', 'install', ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
    expect((await consumer.must('node', 'out/main.js')).trim()).toBe(ANSWER);
    const node26 = findNode26();
    skip(node26 === undefined, 'there is no binary of Node 26 for this platform');
    expect((await consumer.must(node26 ?? '', 'out/main.js')).trim()).toBe(ANSWER);
  });

  it('by pnpm does so, too, and so does the command', async () => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    writeFileSync(join(consumer.folder, 'pnpm-workspace.yaml'), PNPM_WORKSPACE);
    const packages = ['@mortise/host', 'mortise', '@mortise/tools-kanban'];
    await consumer.must('pnpm', 'add', ...packages, ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
    expect((await consumer.must('node', 'out/main.js')).trim()).toBe(ANSWER);
    const mortise = (...args: readonly string[]) =>
      consumer.must('node_modules/.bin/mortise', ...args);
    await mortise('init', '--agent', 'main');
    await mortise('add', '@mortise/tools-kanban', '--grant', 'all');
    await mortise('allow', 'main', 'kanban_list');
    expect(await mortise('call', 'kanban_list', '{}')).toContain('"tickets":[]');
  });
});

describe('a host without the native part of isolated-vm', () => {
  it('says what to type when the example of its README starts', async () => {
    using consumer = useConsumer();
    writeHostProject(consumer.folder);
    renameSync(join(consumer.folder, 'main.ts'), join(consumer.folder, 'main.mts'));
    await consumer.must('npm', 'install', '--ignore-scripts', '@mortise/host');
    expect((await consumer.must('node', 'main.mts')).trim()).toBe(ANSWER);
    const addon = join(consumer.folder, 'node_modules', 'isolated-vm', 'prebuilds');
    rmSync(addon, { recursive: true });
    const { text } = await consumer.run('node', 'main.mts');
    expect(text).toMatch(/^native_addon_missing .*npm rebuild isolated-vm/m);
  });
});

describe('the sdk that is installed', () => {
  it('is less than 10 MB with all it needs, and has no native code', async () => {
    using consumer = useConsumer();
    await consumer.must('npm', 'install', '@mortise/sdk');
    const folder = join(consumer.folder, 'node_modules');
    expect(sizeOf(folder)).toBeLessThan(10_000_000);
    expect(stampsOf(folder).filter((stamp) => /\.node /.test(stamp))).toEqual([]);
  });
});
