import {
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * A granted program that swaps what a call is of while the call is being judged: one thread calls, the
 * other swaps. Types are taken away before it runs.
 */
interface Order {
  readonly addon: string;
  /** May be written. */
  readonly inner: string;
  /** May be read; holds a file like `inner`. */
  readonly other: string;
  readonly race: keyof typeof RACES;
  readonly rounds: number;
}

interface Ffi {
  load(library: null): { func(text: string): (...values: unknown[]) => number | bigint };
  address(memory: Uint8Array): bigint;
}

interface Shared {
  readonly order: Order;
  /** Ends the swapping. */
  readonly stop: Int32Array;
  readonly path: Uint8Array;
}

const [CHMOD, FCHMOD, CHDIR, DUP2] = [90, 91, 80, 33];
const SWAPPED = 200;
const REPLY = 3;

function openKernel(
  addon: string,
): (number: number, ...args: readonly (number | Uint8Array)[]) => number {
  const ffi = createRequire(import.meta.url)(addon) as Ffi;
  const call = ffi
    .load(null)
    .func('int64 syscall(int64, int64, int64, int64, int64, int64, int64)');
  return (number, ...args) => {
    const values = Array.from({ length: 6 }, (_, at) => args[at] ?? 0);
    return Number(
      call(number, ...values.map((each) => (typeof each === 'number' ? each : ffi.address(each)))),
    );
  };
}

type Kernel = ReturnType<typeof openKernel>;
const bytes = (path: string): Uint8Array => Buffer.from(`${path}\0`);

/** Each gives one round of swapping, and the call. */
const RACES = {
  memory: ({ order, path }: Shared, _kernel: Kernel) => {
    const [own, others] = [bytes(join(order.inner, 'file')), bytes(join(order.other, 'file'))];
    return () => {
      path.set(others);
      path.set(own);
    };
  },
  link: ({ order: { inner, other } }: Shared, _kernel: Kernel) => {
    const [swapped, draft] = [join(inner, 'swapped'), join(inner, 'draft')];
    return () => {
      for (const folder of [other, inner]) {
        symlinkSync(join(folder, 'file'), draft);
        renameSync(draft, swapped);
      }
    };
  },
  folder: ({ order: { inner, other } }: Shared, _kernel: Kernel) => {
    const at = (name: string): string => join(inner, name);
    const [swapped, real, link] = [at('swapped-folder'), at('real'), at('link')];
    symlinkSync(other, link);
    return () => {
      renameSync(swapped, real);
      renameSync(link, swapped);
      renameSync(swapped, link);
      renameSync(real, swapped);
    };
  },
  descriptor: ({ order: { inner, other } }: Shared, kernel: Kernel) => {
    const [own, others] = [inner, other].map((folder) => openSync(join(folder, 'file'), 'r'));
    return () => {
      kernel(DUP2, others ?? -1, SWAPPED);
      kernel(DUP2, own ?? -1, SWAPPED);
    };
  },
  place: ({ order: { inner, other } }: Shared, kernel: Kernel) => {
    const [own, others] = [bytes(inner), bytes(other)];
    return () => {
      kernel(CHDIR, others);
      kernel(CHDIR, own);
    };
  },
};

function callOf(
  { order: { race, inner }, path }: Shared,
  kernel: Kernel,
): (mode: number) => number {
  if (race === 'descriptor') return (mode) => kernel(FCHMOD, SWAPPED, mode);
  const names = {
    link: join(inner, 'swapped'),
    folder: join(inner, 'swapped-folder', 'file'),
    place: 'file',
  };
  const named = race === 'memory' ? path : bytes(names[race]);
  return (mode) => kernel(CHMOD, named, mode);
}

function swap(shared: Shared): void {
  const swapOnce = RACES[shared.order.race](shared, openKernel(shared.order.addon));
  swapOnce();
  parentPort?.postMessage('swapping');
  while (Atomics.load(shared.stop, 0) === 0) swapOnce();
}

function race(order: Order): void {
  const shared: Shared = {
    order,
    stop: new Int32Array(new SharedArrayBuffer(4)),
    path: new Uint8Array(new SharedArrayBuffer(4_096)),
  };
  const kernel = openKernel(order.addon);
  mkdirSync(join(order.inner, 'swapped-folder'), { recursive: true });
  writeFileSync(join(order.inner, 'swapped-folder', 'file'), '');
  shared.path.set(bytes(join(order.inner, 'file')));
  const worker = new Worker(new URL(import.meta.url), { workerData: shared });
  worker.once('message', () => {
    const call = callOf(shared, kernel);
    const counts = { done: 0, refused: 0 };
    for (let round = 0; round < order.rounds; round += 1) {
      if (call(0o700 | (round % 8)) === 0) counts.done += 1;
      else counts.refused += 1;
    }
    Atomics.store(shared.stop, 0, 1);
    writeSync(REPLY, JSON.stringify(counts));
    process.exit(0);
  });
}

if (isMainThread) race(JSON.parse(readFileSync(0, 'utf8')));
else swap(workerData as Shared);
