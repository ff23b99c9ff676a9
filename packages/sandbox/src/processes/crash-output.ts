/** What the standard error output of a runner that died tells about its end. */
export interface CrashOutput {
  /** The line that says most, at most 300 characters. */
  readonly line: string;
  /** V8 gave up because it could not get memory for an isolate. */
  readonly isOutOfMemory: boolean;
  /** The same before there was any: the process may not have the memory that an empty isolate needs. */
  readonly isWithoutRoom: boolean;
}

const MAX_LINE_CHARS = 300;
const FATAL = /FATAL ERROR|Fatal JavaScript|Fatal process|Check failed|is_heap_oom|^\w*Error: /;
/** Of V8 itself, of Node's handler and of isolated-vm's, in this order. */
const OUT_OF_MEMORY = [
  /Fatal JavaScript invalid size error/,
  /(FATAL ERROR|Fatal process|Fatal JavaScript).*(out of memory|invalid table size|allocation failed)/i,
  /^is_heap_oom = 1$/,
];

/** What V8 says only while it makes an isolate, as far as Node 26; a guest that runs cannot cause it. */
const WITHOUT_ROOM =
  /^#? ?Fatal process out of memory: (Failed to reserve |\w+::InitializeTable |CodeRange setup|Oilpan: CagedHeap reservation)/;

/** V8 says why it gives up in a line of its own, between traces that say nothing to an operator. */
export function readCrashOutput(stderr: string): CrashOutput {
  // No guest writes here, but the functions in a stack trace have names of its choice.
  const [beforeTraces = ''] = stderr.split('----- ', 1);
  const lines = beforeTraces.split('\n').map((line) => line.trim());
  const fatal = lines.find((line) => FATAL.test(line));
  return {
    line: (fatal ?? lines.find((line) => line !== '' && line !== '#') ?? '').slice(
      0,
      MAX_LINE_CHARS,
    ),
    isOutOfMemory: lines.some((line) => OUT_OF_MEMORY.some((pattern) => pattern.test(line))),
    isWithoutRoom: lines.some((line) => WITHOUT_ROOM.test(line)),
  };
}
