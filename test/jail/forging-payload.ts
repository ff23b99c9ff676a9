import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Native code beside the guests of a real runner: when an isolate of the extension `taken` is opened, it
 * writes to the two pipes of the host, by system calls and out of turn, what its configuration says. It is
 * put before the runner's own program, types taken away.
 */
interface Ffi {
  load(library: null): { func(text: string): (...values: unknown[]) => number | bigint };
  address(memory: Uint8Array): bigint;
}

interface Said {
  readonly descriptor: number;
  readonly text: string;
}

const order = JSON.parse(readFileSync(new URL('./order.json', import.meta.url), 'utf8')) as {
  readonly addon: string;
  readonly write: number;
};
const ffi = createRequire(import.meta.url)(order.addon) as Ffi;
const syscall = ffi.load(null).func('int64 syscall(int64, int64, int64, int64)');
const parse = JSON.parse;

JSON.parse = (text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown => {
  const value: unknown = parse(text, revive);
  const spec = value as { readonly extensionId?: string; readonly config?: string } | null;
  if (spec?.extensionId === 'taken')
    setTimeout(() => (parse(spec.config ?? '[]') as readonly Said[]).forEach(write), 50);
  return value;
};

function write({ descriptor, text }: Said): void {
  const bytes = Buffer.from(text);
  syscall(order.write, descriptor, ffi.address(bytes), bytes.length);
}
