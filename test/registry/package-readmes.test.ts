import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../release/workspace-packages.ts';
import { readmeBlocks } from './readme-blocks.ts';
import { useConsumer } from './use-consumer.ts';

/** Declarations of the SDKs are not checked: those of the AI SDK do not pass by themselves. */
const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, module: 'nodenext', target: 'es2024', noUncheckedIndexedAccess: true },
    ...{ lib: ['es2024', 'esnext.disposable'], types: ['node'], skipLibCheck: true, noEmit: true },
  },
  include: ['*.mts'],
};
const FOLDERS = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name));
const TESTED = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'))
  .devDependencies as Readonly<Record<string, string>>;
/** What READMEs say is to be installed; SDKs in the versions that our tests have. */
const INSTALLED = FOLDERS.flatMap((folder) =>
  readmeBlocks('', folder).flatMap((block) =>
    [...block.matchAll(/^npm install (?:--save-dev )?(.+)$/gm)].flatMap(([, names = '']) =>
      names.split(' ').map(withVersion),
    ),
  ),
);
function withVersion(name: string): string {
  const version = TESTED[name] ?? 'workspace:';
  return version.startsWith('workspace:') ? name : `${name}@${version}`;
}
/** The others ask a model, or test an extension that is not there. `gateway` would serve on. */
const RUN = { core: '', processes: '', sandbox: '', host: '', gateway: 'await host.close();\n' };

describe('the READMEs of the packages', () => {
  it('have snippets that compile with what they say is to be installed, and that run', async () => {
    using consumer = useConsumer();
    const write = (name: string, text: string) => writeFileSync(join(consumer.folder, name), text);
    write('package.json', '{ "private": true }\n');
    write('tsconfig.json', JSON.stringify(TSCONFIG));
    for (const folder of FOLDERS) {
      for (const [index, code] of readmeBlocks('ts', folder).entries()) {
        const name = folder.slice('packages/'.length);
        write(`${name}-${index}.mts`, code + ((RUN as Record<string, string>)[name] ?? ''));
      }
    }
    const own = ['contracts', 'core', 'processes'].map((name) => `@mortise/${name}`);
    const tools = ['typescript@7.0.2', '@types/node@24.10.1'];
    await consumer.must('npm', 'install', ...new Set([...INSTALLED, ...own, ...tools]));
    expect((await consumer.run('node_modules/.bin/tsc', '-p', '.')).text).toBe('');
    for (const name of Object.keys(RUN)) await consumer.must('node', `${name}-0.mts`);
  });
});
