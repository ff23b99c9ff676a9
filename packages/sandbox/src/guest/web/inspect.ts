const MOST_DEPTH = 4;
const MOST_ENTRIES = 50;
const MOST_CHARS = 2_000;

/** A value as a person reads it in a log: `{ hours: undefined, list: [ 1, 2 ] }`. Getters that throw are said. */
export function inspect(value: unknown): string {
  return show(value, { depth: 0, around: [] }).slice(0, MOST_CHARS);
}

/** What `console.log('%s has %d', name, count)` says: the first text with the values put in, then the others. */
export function format([text, ...values]: readonly unknown[]): readonly unknown[] {
  let used = 0;
  const filled = String(text).replaceAll(/%([sdifjoOc%])/g, (mark, letter: string) => {
    if (letter === '%') return '%';
    if (used >= values.length) return mark;
    const value = values[used];
    used += 1;
    return fill(letter, value);
  });
  return [filled, ...values.slice(used)];
}

function fill(letter: string, value: unknown): string {
  if (letter === 'c') return '';
  if (letter === 's') return inspect(value);
  if (letter === 'j' || letter === 'o' || letter === 'O') {
    return show(value, { depth: typeof value === 'string' ? 1 : 0, around: [] });
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || (typeof value === 'object' && value !== null)) return 'NaN';
  if (letter === 'i') return String(Number.parseInt(String(value), 10));
  return String(letter === 'f' ? Number.parseFloat(String(value)) : Number(value));
}

interface Spot {
  readonly depth: number;
  /** What it is inside of: a circle ends there. */
  readonly around: readonly object[];
}

function show(value: unknown, spot: Spot): string {
  switch (typeof value) {
    case 'string':
      return spot.depth === 0 ? value : quote(value);
    case 'bigint':
      return `${value}n`;
    case 'function':
      return `[Function${value.name === '' ? '' : `: ${value.name}`}]`;
    case 'object':
      return value === null ? 'null' : showObject(value, spot);
    default:
      return Object.is(value, -0) ? '-0' : String(value);
  }
}

function showObject(value: object, { depth, around }: Spot): string {
  if (around.includes(value)) return '[Circular]';
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return 'Promise';
  const name = nameOf(value);
  if (depth >= MOST_DEPTH) return `[${name || 'Object'}]`;
  const inner = { depth: depth + 1, around: [...around, value] };
  if (Array.isArray(value))
    return list(
      '[',
      value.slice(0, MOST_ENTRIES).map((each) => show(each, inner)),
      ']',
      value.length,
    );
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return showBytes(value, name);
  if (value instanceof Map) {
    const pairs = [...value].slice(0, MOST_ENTRIES);
    const parts = pairs.map(([key, each]) => `${show(key, inner)} => ${show(each, inner)}`);
    return `Map(${value.size}) ${list('{', parts, '}', value.size)}`;
  }
  if (value instanceof Set) {
    const parts = [...value].slice(0, MOST_ENTRIES).map((each) => show(each, inner));
    return `Set(${value.size}) ${list('{', parts, '}', value.size)}`;
  }
  return showFields(value, name, inner);
}

function showFields(value: object, name: string, inner: Spot): string {
  const keys = Object.keys(value);
  const parts = keys.slice(0, MOST_ENTRIES).map((key) => {
    const field = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
    return `${field}: ${readField(value, key, inner)}`;
  });
  const prefix = name === '' || name === 'Object' ? '' : `${name} `;
  return `${prefix}${list('{', parts, '}', keys.length)}`;
}

function readField(value: object, key: string, inner: Spot): string {
  try {
    return show((value as { readonly [name: string]: unknown })[key], inner);
  } catch {
    return '[Getter that throws]';
  }
}

function showBytes(value: ArrayBufferView | ArrayBuffer, name: string): string {
  return `${name || 'ArrayBuffer'}(${value.byteLength} bytes)`;
}

function list(open: string, parts: readonly string[], close: string, size: number): string {
  if (size === 0) return `${open}${close}`;
  const shown = parts.slice(0, MOST_ENTRIES);
  const more = size > shown.length ? `, … ${size - shown.length} more` : '';
  return `${open} ${shown.join(', ')}${more} ${close}`;
}

function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { readonly constructor?: unknown } | null;
  if (prototype === null) return '';
  return typeof prototype.constructor === 'function' ? prototype.constructor.name : '';
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
