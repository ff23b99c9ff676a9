import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readmeBlocks } from './readme-blocks.ts';
import { useConsumer } from './use-consumer.ts';

/** As strict as TypeScript gets, with the one setting that the README names. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: ['node'],
    noEmit: true,
  },
  files: ['main.mts', 'shout/index.mts'],
};
const MANIFEST = { id: 'shout', apiVersion: '^1.0.0', entry: 'index.mts' };
const [hostCode = '', extensionCode = '', ...otherCode] = readmeBlocks('ts');
const [allowBuilds = '', ...otherSettings] = readmeBlocks('yaml');

describe.each(['npm', 'pnpm'] as const)('the README, with what %s installs', (manager) => {
  it('has snippets that compile and run as they stand', async () => {
    using consumer = useConsumer();
    const write = (path: string, text: string) => writeFileSync(join(consumer.folder, path), text);
    mkdirSync(join(consumer.folder, 'shout'));
    write('pnpm-workspace.yaml', allowBuilds);
    write('tsconfig.json', JSON.stringify(TSCONFIG));
    write('main.mts', hostCode);
    write('shout/index.mts', extensionCode);
    write('shout/mortise.json', JSON.stringify(MANIFEST));
    const packages = ['@mortise/host', '@mortise/sdk', 'mortise'];
    const tools = ['typescript@7.0.2', '@types/node@24.10.1'];
    await consumer.must(manager, manager === 'npm' ? 'install' : 'add', ...packages, ...tools);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
    const answer = "[ 'get_forecast' ]\nOslo: 4 °C, light rain\n";
    expect(await consumer.must('node', 'main.mts')).toBe(answer);
    const call = ['call', 'shout', '{"text":"hello"}', '--extension', 'shout'];
    expect(await consumer.must('node_modules/.bin/mortise', ...call)).toMatch(/^HELLO$/m);
  });

  it('has no snippet that is not tried', () => {
    expect([...otherCode, ...otherSettings]).toEqual([]);
  });
});
