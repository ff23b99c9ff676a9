/**
 * A walk through the registry with real calls: what is listed is what runs, results are reduced,
 * shared out and cut, and nothing a tool does can break the batch.
 */
import { readFile } from 'node:fs/promises';
import type { Tool, ToolContext, ToolResultReducer } from '@mortise/contracts';
import { DefaultToolRegistry, DefaultToolResultReducerRegistry } from '@mortise/core';

const firstLines: ToolResultReducer = {
  toolName: 'read_file',
  reduce: (result) =>
    result.ok ? { ...result, value: result.value.split('\n').slice(0, 200).join('\n') } : result,
};
const reducers = new DefaultToolResultReducerRegistry();
reducers.register(firstLines);
const registry = new DefaultToolRegistry({}, reducers);

const readFileTool: Tool<{ path: string }> = {
  name: 'read_file',
  description: 'Reads a text file of this repository.',
  toolset: 'files',
  schema: {
    type: 'object',
    properties: { path: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' } },
    required: ['path'],
    additionalProperties: false,
  },
  async execute({ path }) {
    return { ok: true, value: await readFile(new URL(`../../${path}`, import.meta.url), 'utf8') };
  },
};
const sleepTool: Tool = {
  name: 'sleep',
  description: 'Never answers; the host ends it.',
  schema: { type: 'object' },
  timeoutMs: 50,
  execute: () => new Promise(() => undefined),
};
registry.registerAll([readFileTool as Tool, sleepTool]);

const context: ToolContext = {
  sessionId: 'tour',
  sessionKey: 'cli:tour',
  platform: 'cli',
  workingDir: process.cwd(),
  currentTurn: 1,
  messageCount: 1,
  abortSignal: new AbortController().signal,
  emit: () => undefined,
  resultBudgetChars: 400,
};
const calls = [
  { toolCallId: '1', name: 'read_file', args: { path: 'LICENSE' } },
  { toolCallId: '2', name: 'read_file', args: { path: '../../etc/passwd' } },
  { toolCallId: '3', name: 'sleep', args: {} },
  { toolCallId: '4', name: 'read_fil', args: {} },
];

const definitions = registry.toDefinitions();
console.log(`Mortise registry: ${definitions.length} tools in front of the model\n`);
for (const { name, description } of definitions) console.log(`  ${name.padEnd(12)}${description}`);

console.log(
  `\n${calls.length} calls side by side, one budget of ${context.resultBudgetChars} characters\n`,
);
const results = await registry.executeParallel(calls, context);
for (const { toolCallId, name, result, durationMs } of results) {
  const verdict = result.ok
    ? `ok, ${result.value.length} chars`
    : `${result.code}: ${result.error}`;
  console.log(`  ${toolCallId}  ${name.padEnd(12)}${verdict}  (${durationMs.toFixed(1)} ms)`);
}

const listed = registry.toDefinitions(['read_file']).map(({ name }) => name);
console.log(`\nWith the toolset [read_file] the model sees: ${listed.join(', ')}`);
const [refused] = await registry.executeParallel(
  [{ toolCallId: '5', name: 'sleep', args: {} }],
  context,
  ['read_file'],
);
console.log(
  `and a call to sleep is refused: ${refused?.result.ok === false ? refused.result.error : '?'}`,
);

const isAsTold =
  results.map(({ result }) => (result.ok ? 'ok' : result.code)).join() ===
  'ok,input_invalid,timeout,not_available';
console.log(
  isAsTold && refused?.result.ok === false
    ? '\nAll of it went as told.'
    : '\nSomething did not go as told.',
);
process.exitCode = isAsTold ? 0 : 1;
