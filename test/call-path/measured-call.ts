import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const PACKAGES: string = join(import.meta.dirname, '..', '..', 'packages');

/** A function of ours that ran, by the file it is in and where in it. */
export interface RanFunction {
  readonly url: string;
  readonly name: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** The functions of our packages that each of several runs enters in this process, as V8 counts them. */
export async function functionsOf(
  work: () => Promise<unknown>,
  runs: number,
): Promise<readonly (readonly RanFunction[])[]> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const counted: (readonly RanFunction[])[] = [];
  for (let count = 0; count < runs; count += 1) {
    takeCoverage(session);
    await work();
    counted.push(ranFunctions(takeCoverage(session)));
  }
  session.disconnect();
  return counted;
}

function ranFunctions(scripts: readonly Profiler.ScriptCoverage[]): readonly RanFunction[] {
  const root = pathToFileURL(PACKAGES).href;
  return scripts
    .filter(({ url }) => url.startsWith(`${root}/`) && url.includes('/src/'))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ functionName: name, ranges: [range] }) =>
        range === undefined || range.count === 0
          ? []
          : [{ url, name, startOffset: range.startOffset, endOffset: range.endOffset }],
      ),
    );
}

/**
 * What ran since it was asked last. On its own thread a session answers before `post` returns; asked
 * by a promise, timers would run in between and be counted.
 */
function takeCoverage(session: Session): readonly Profiler.ScriptCoverage[] {
  let taken: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    taken = result;
  });
  return taken;
}

/** `core/pipeline/run-call.ts` */
export function fileOf(url: string): string {
  return url.slice(pathToFileURL(PACKAGES).href.length + 1).replace('/src/', '/');
}
