import { spawnSync } from 'node:child_process';
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * JavaScript that got out of an isolate into the runner around it: loads the real runner, then tries
 * what Node offers. It stands in the place of the runner, types taken away.
 */
// @ts-expect-error the runtime is copied beside it
await import('./runner-main.js');

const require = createRequire(import.meta.url);
const [, , snapshot = ''] = process.argv;
const TRICKS: { readonly [trick: string]: () => unknown } = {
  'a thread without permissions': () => new Worker('0', { eval: true, execArgv: [] }),
  'reading its runtime': () => readFileSync(snapshot),
  'reading a file': () => readFileSync('/etc/passwd'),
  'a native addon': () => process.dlopen({ exports: {} }, snapshot),
  'a database': () => require('node:sqlite'),
  'a program': () => {
    const { error } = spawnSync('/bin/true');
    if (error !== undefined) throw error;
  },
};

const said = Object.entries(TRICKS).map(([trick, play]) => {
  try {
    play();
    return [trick, 'done'];
  } catch (error) {
    return [trick, (error as NodeJS.ErrnoException).code];
  }
});
writeSync(2, JSON.stringify(Object.fromEntries(said)));
process.kill(process.pid, 'SIGKILL');
