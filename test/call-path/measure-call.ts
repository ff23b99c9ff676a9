import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createHost } from '@mortise/host';
import type { EnteredFunction } from './entry-recorder.ts';
import { fileOf, functionsOf, type RanFunction } from './measured-call.ts';

/** One warm call of an extension's tool, as it ran in this process. */
export interface CallPath {
  /** Every file that ran, by V8's own count. */
  readonly files: readonly string[];
  /** The files of the call itself in the order in which it enters them, each with the first function there that has a name. */
  readonly entries: readonly { readonly file: string; readonly name: string }[];
}

const ECHO = `export default (api) => {
  api.registerTool({
    name: 'echo', description: 'Says it again', parameters: { type: 'object' },
    execute: async (id, { text }) => ({ content: [{ type: 'text', text }] }),
  });
};`;
const WARM_UP = 200;
const MEASURED = 50;

await using host = await createHost({
  config: { agents: { main: {} } },
  extensions: [{ id: 'echo', source: ECHO }],
});
const session = host.agent('main').session('c1');
const call = async () => {
  const [result] = await session.execute([{ id: '1', name: 'echo', args: { text: 'hello' } }]);
  if (result?.ok !== true || result.text !== 'hello') throw new Error('the call failed');
};
for (let count = 0; count < WARM_UP; count += 1) await call();
// Timers run meanwhile, now and then; what every call ran through is the call's own.
const measured = await functionsOf(call, MEASURED);
const filesOf = (functions: readonly RanFunction[]) =>
  new Set(functions.map(({ url }) => fileOf(url)));
const files = [...measured.map(filesOf).reduce((common, each) => common.intersection(each))];
const functions = [
  ...new Map(measured.flat().map((each) => [`${each.url} ${each.startOffset}`, each])).values(),
];

const recorder = new Worker(new URL('./entry-recorder.ts', import.meta.url), {
  workerData: functions,
});
await once(recorder, 'message');
await call();
recorder.postMessage('done');
const [entered]: (readonly EnteredFunction[])[] = await once(recorder, 'message');
await recorder.terminate();

const entries = new Map<string, string>();
for (const { url, name, isTimer } of entered ?? []) {
  if (isTimer) continue;
  const file = fileOf(url);
  const known = entries.get(file);
  if (known === undefined || !isTelling(known))
    entries.set(file, known && !isTelling(name) ? known : name);
}
const path: CallPath = {
  files: files.sort(),
  entries: [...entries].map(([file, name]) => ({ file, name })),
};
process.stdout.write(JSON.stringify(path));

/** Getters, initialisers and functions without a name say little. */
function isTelling(name: string): boolean {
  return /^#?\w+$/.test(name);
}
