import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { RanFunction } from './measured-call.ts';

/** A function that was entered, and whether a timer and not the call did it. */
export interface EnteredFunction {
  readonly url: string;
  readonly name: string;
  readonly isTimer: boolean;
}

// A thread of its own: a debugger cannot go on with the thread that it has stopped from within it.
const functions: readonly RanFunction[] = workerData;
const entered: EnteredFunction[] = [];
// Asked for them at the end; until then it keeps the thread alive.
parentPort?.on('message', () => parentPort?.postMessage(entered));
const session = new Session();
session.connectToMainThread();
const scripts = new Map<string, string>();
session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) => scripts.set(url, scriptId));
await session.post('Debugger.enable');

const byBreakpoint = new Map<string, RanFunction>();
// Before the first breakpoint is set: a timer may run into it.
session.on('Debugger.paused', ({ params: { hitBreakpoints = [], callFrames } }) => {
  const isTimer = callFrames.at(-1)?.functionName === 'processTimers';
  for (const breakpointId of hitBreakpoints) {
    const hit = byBreakpoint.get(breakpointId);
    if (hit === undefined) continue;
    entered.push({ url: hit.url, name: hit.name, isTimer });
    // Entered by a timer it may yet be entered by the call.
    if (!isTimer) void session.post('Debugger.removeBreakpoint', { breakpointId });
  }
  void session.post('Debugger.resume');
});

for (const each of functions) {
  const breakpointId = await stopAt(each);
  if (breakpointId !== undefined) byBreakpoint.set(breakpointId, each);
}
parentPort?.postMessage('ready');

/** Stops at the first place inside a function where V8 can stop. */
async function stopAt(each: RanFunction): Promise<string | undefined> {
  const scriptId = scripts.get(each.url);
  if (scriptId === undefined) return undefined;
  const source = readFileSync(fileURLToPath(each.url), 'utf8');
  const start = placeOf(source, each.startOffset);
  const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
    start: { scriptId, ...start },
    end: { scriptId, ...placeOf(source, each.endOffset) },
  });
  // Where an arrow function begins, the statement around it can be stopped at.
  const location = locations.find(
    ({ lineNumber, columnNumber }) =>
      lineNumber !== start.lineNumber || columnNumber !== start.columnNumber,
  );
  if (location === undefined) return undefined;
  const { breakpointId } = await session.post('Debugger.setBreakpoint', { location });
  return breakpointId;
}

function placeOf(source: string, offset: number) {
  const before = source.slice(0, offset).split('\n');
  return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
}
