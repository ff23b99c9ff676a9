import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../release/workspace-packages.ts';
import { STRICT_PROJECT } from './host-project.ts';
import { useConsumer } from './use-consumer.ts';

const TOOLS = ['typescript@7.0.2', '@types/node@24.10.1'];

/** Each adapter with what it stands on. */
const ADAPTERS = {
  'ai-sdk': ['ai@7.0.169'],
  openai: ['openai@7.55.0'],
  anthropic: ['@anthropic-ai/sdk@1.9.0'],
  langchain: ['@langchain/core@1.2.13', '@langchain/langgraph@1.4.10'],
} as const;

/** Every line after an `@ts-expect-error` must be one, and no other may be. */
const MISUSE = `
import { createHost, defineTool as defineHostTool, type SessionResult } from '@mortise/host';
import { defineTool, text, Type } from '@mortise/sdk';

export const open = [
  createHost({ config: { agents: { main: { tools: { allow: ['a'] } } } } }),
  // @ts-expect-error: allow
  createHost({ config: { agents: { main: { tools: { alow: ['a'] } } } } }),
  // @ts-expect-error: agents
  createHost({ config: { agent: {} } }),
  // @ts-expect-error: config
  createHost({ configuration: {} }),
];

export const tools = [
  defineTool({ name: 'a', description: 'A.', parameters: Type.Object({ city: Type.String() }),
    execute: (_id, { city }) => text(city.toUpperCase()) }),
  defineTool({ name: 'a', description: 'A.',
    parameters: { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] },
    execute: (_id, { days }) => text(days.toFixed()) }),
  defineTool({ name: 'a', description: 'A.', parameters: Type.Object({ city: Type.String() }),
    // @ts-expect-error: city
    execute: (_id, { town }) => text(String(town)) }),
];

export const own = defineHostTool({ name: 'a', description: 'A.',
  schema: { type: 'object', properties: { unit: { enum: ['C', 'F'] } }, required: ['unit'] },
  // @ts-expect-error: it is one of C and F
  execute: ({ unit }) => ({ ok: true, value: unit === 'K' ? '' : unit }) });

export function read(result: SessionResult): string {
  // @ts-expect-error: a failure has no text
  void result.text;
  return result.ok ? result.text : result.hint;
}
`;

describe('the types of installed packages', () => {
  it('refuse what does not fit, and give the arguments of tools', async () => {
    using consumer = useConsumer();
    writeFileSync(join(consumer.folder, 'main.ts'), MISUSE);
    writeFileSync(join(consumer.folder, 'tsconfig.json'), JSON.stringify(STRICT_PROJECT));
    writeFileSync(join(consumer.folder, 'package.json'), '{ "type": "module", "private": true }\n');
    await consumer.must('npm', 'install', '@mortise/host', '@mortise/sdk', ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
  });

  it('let the programs compile that the adapters show, each with its real SDK', async () => {
    using consumer = useConsumer();
    const files = Object.keys(ADAPTERS).map((name) => {
      const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
      const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
      writeFileSync(join(consumer.folder, `${name}.ts`), code);
      return `${name}.ts`;
    });
    // The declarations of those SDKs are not ours to check.
    const { compilerOptions } = STRICT_PROJECT;
    const project = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files };
    writeFileSync(join(consumer.folder, 'tsconfig.json'), JSON.stringify(project));
    writeFileSync(join(consumer.folder, 'package.json'), '{ "type": "module", "private": true }\n');
    const adapters = Object.keys(ADAPTERS).map((name) => `@mortise/${name}`);
    const sdks = Object.values(ADAPTERS).flat();
    await consumer.must('npm', 'install', '@mortise/host', ...adapters, ...sdks, ...TOOLS);
    expect(await consumer.must('node_modules/.bin/tsc', '-p', '.')).toBe('');
  });
});
