/** A process that makes isolates of several snapshots in turn: how long each takes and what it holds. */
import { readFileSync } from 'node:fs';
import ivm from 'isolated-vm';

export interface IsolateFigures {
  /** ms, one for each isolate. */
  readonly times: readonly number[];
  /** Bytes in use in a fresh isolate. */
  readonly heapBytes: number;
}

type Figures = { readonly [lane: string]: IsolateFigures };

/** The least that code can run in: an isolate with its context. */
function makeIsolate(snapshot: ivm.ExternalCopy<ArrayBuffer> | undefined) {
  const startedAt = performance.now();
  const isolate = new ivm.Isolate({ memoryLimit: 64, ...(snapshot && { snapshot }) });
  isolate.createContextSync();
  const ms = performance.now() - startedAt;
  const heapBytes = isolate.getHeapStatisticsSync().used_heap_size;
  isolate.dispose();
  return { ms, heapBytes };
}

function measure(paths: { readonly [lane: string]: string }, samples: number): Figures {
  const lanes = Object.entries(paths).map(([lane, path]) => {
    const bytes = path === '' ? undefined : new Uint8Array(readFileSync(path)).buffer;
    const snapshot = bytes && new ivm.ExternalCopy(bytes);
    return { lane, snapshot, times: [] as number[], heapBytes: 0 };
  });
  // The first of each pays for what V8 has never done before.
  for (let round = -1; round < samples; round += 1)
    for (const lane of lanes) {
      const { ms, heapBytes } = makeIsolate(lane.snapshot);
      if (round >= 0) lane.times.push(ms);
      lane.heapBytes = heapBytes;
    }
  return Object.fromEntries(
    lanes.map(({ lane, times, heapBytes }) => [lane, { times, heapBytes }]),
  );
}

const [samples = '1', paths = '{}'] = process.argv.slice(2);
process.send?.(measure(JSON.parse(paths), Number(samples)));
