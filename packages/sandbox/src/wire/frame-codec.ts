/**
 * How messages between host, runner, guest and watch thread are written and read.
 *
 * A frame is text: its name and its fields between tabs, `FRAME_END` at the end. Each frame is
 * declared once, as a list of fields with their kinds; the types of both sides, the writer and the
 * reader follow from that. The frames of every call (`call-frames`) are written and read by hand,
 * with types from the same kind of declaration, because they are on the path of every call.
 */

/** ASCII's record separator. JSON escapes control characters, so that none can occur inside it. */
export const FRAME_END = '\x1e';

/** JSON of a string, as it stands in a frame: a relay passes it on unread. */
export type QuotedText = string & { readonly [QUOTED]: true };
declare const QUOTED: unique symbol;

/** What a field of each kind is in memory. Besides these, a list of words stands for one of them. */
interface KindValues {
  /** A whole number of at most 15 digits. */
  readonly whole: number;
  /** The same, but what is no such number reads as 0: nothing but a report depends on it. */
  readonly measure: number;
  /** `1` or `0`. */
  readonly flag: boolean;
  /** Text without a tab and `FRAME_END`; the writer vouches for it. */
  readonly word: string;
  /** JSON text; the side that needs the value parses it. */
  readonly json: string;
  /** JSON of a string; see `quote` and `unquote`. */
  readonly quoted: QuotedText;
}

export type FieldKind = keyof KindValues | readonly string[];
/** In the order of the frame. */
export type FrameFields = { readonly [field: string]: FieldKind };
export type FrameTable = { readonly [frame: string]: FrameFields };

type ValueOf<Kind extends FieldKind> = Kind extends keyof KindValues
  ? KindValues[Kind]
  : Kind extends readonly (infer Word)[]
    ? Word
    : never;

/** The fields of one declared frame in memory. */
export type FieldsOf<Fields extends FrameFields> = {
  readonly [Name in keyof Fields]: ValueOf<Fields[Name]>;
};

/** Any frame of a table, told apart by `kind`. */
export type FrameOf<Table extends FrameTable> = {
  readonly [Kind in keyof Table]: { readonly kind: Kind } & FieldsOf<Table[Kind]>;
}[keyof Table];

export type FrameWriters<Table extends FrameTable> = {
  readonly [Kind in keyof Table]: (fields: FieldsOf<Table[Kind]>) => string;
};

/** One function per frame of a table that writes it. */
export function createWriters<const Table extends FrameTable>(table: Table): FrameWriters<Table> {
  const writers: { [kind: string]: (fields: { readonly [name: string]: unknown }) => string } = {};
  for (const [kind, fields] of Object.entries(table)) writers[kind] = createWriter(kind, fields);
  return writers as unknown as FrameWriters<Table>;
}

/** Runs in guests, too: no method is called that an extension could have replaced. */
function createWriter(
  kind: string,
  fields: FrameFields,
): (values: { readonly [name: string]: unknown }) => string {
  const names = Object.keys(fields);
  const count = names.length;
  return (values) => {
    let text = kind;
    for (let index = 0; index < count; index += 1) {
      const value = values[names[index] as string];
      text += `\t${value === true ? '1' : value === false ? '0' : (value as string | number)}`;
    }
    return text + FRAME_END;
  };
}

/** A function that reads any frame of a table; it answers undefined for one of the wrong shape. */
export function createReader<const Table extends FrameTable>(
  table: Table,
): (text: string) => FrameOf<Table> | undefined {
  const layouts = new Map(
    Object.entries(table).map(([kind, fields]) => [kind, Object.entries(fields)]),
  );
  return (text) => {
    const kindEnd = text.indexOf('\t');
    const kind = text.slice(0, kindEnd);
    const layout = kindEnd < 0 ? undefined : layouts.get(kind);
    return layout && (readFields(text, { kind, first: kindEnd + 1, layout }) as FrameOf<Table>);
  };
}

interface FrameParts {
  readonly kind: string;
  /** Where the first field begins. */
  readonly first: number;
  readonly layout: readonly (readonly [name: string, kind: FieldKind])[];
}

/** The last field is everything that is left. */
function readFields(
  text: string,
  { kind, first, layout }: FrameParts,
): { readonly [name: string]: unknown } | undefined {
  const values: { [name: string]: unknown } = { kind };
  const last = layout.length - 1;
  let start = first;
  let index = 0;
  for (const [name, fieldKind] of layout) {
    const tab = index === last ? text.length : text.indexOf('\t', start);
    if (tab < 0) return undefined;
    const value = readField(text.slice(start, tab), fieldKind);
    if (value === undefined) return undefined;
    values[name] = value;
    start = tab + 1;
    index += 1;
  }
  return values;
}

function readField(text: string, kind: FieldKind): string | number | boolean | undefined {
  if (typeof kind !== 'string') return kind.find((word) => word === text);
  if (kind === 'whole') return wholeNumber(text);
  if (kind === 'measure') return MEASURE.test(text) ? Number(text) : 0;
  if (kind === 'flag') return text === '1' ? true : text === '0' ? false : undefined;
  return text;
}

/** As numbers are written: a frame that reads as another one would be written is none. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
/** What a runner fills in may begin with zeros. */
const MEASURE = /^\d{1,15}$/;

/** A field that must be a whole number of at most 15 digits; undefined if it is not. */
export function wholeNumber(field: string): number | undefined {
  return WHOLE_NUMBER.test(field) ? Number(field) : undefined;
}

// Taken before code of an extension can replace it.
const stringify = JSON.stringify;

export function quote(text: string): QuotedText {
  return stringify(text) as QuotedText;
}

/** Undefined if what stands there is not the JSON of a string: it comes from the other side. */
export function unquote(quoted: QuotedText): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
