import { FRAME_END } from '@mortise/sandbox';

/** ASCII's group separator: begins the name of a text that stands behind JSON. JSON escapes control characters. */
const NAME_MARK = '\x1d';
/** ASCII's unit separator: ends that name. */
const TEXT_MARK = '\x1f';

/** Shorter texts are quoted faster than they are looked at. */
const LONG_CHARS = 200;
const MAX_TEXTS = 8;
const PLAIN_NAME = /^\w{1,64}$/;

/** Whether a text can stand in a frame as it is: to quote a long one and to read it costs more than to send it. */
export function crossesRaw(text: string): boolean {
  return (
    text.length >= LONG_CHARS &&
    text.isWellFormed() &&
    !text.includes(FRAME_END) &&
    !text.includes(NAME_MARK)
  );
}

/** JSON of a value, and behind it the long texts of an object as they are. Undefined for what is no JSON. */
export function writeWithTexts(
  value: unknown,
): { readonly json: string; readonly texts: string } | undefined {
  let rest: { [name: string]: unknown } | undefined;
  let texts = '';
  let count = 0;
  if (isPlainObject(value) && value['toJSON'] === undefined)
    for (const name of Object.keys(value)) {
      const text = value[name];
      if (typeof text !== 'string' || !isRawField(name, text)) continue;
      rest ??= { ...value };
      rest[name] = 0;
      texts += `${NAME_MARK}${name}${TEXT_MARK}${text}`;
      count += 1;
      if (count === MAX_TEXTS) break;
    }
  const json: string | undefined = JSON.stringify(rest ?? value);
  return json === undefined ? undefined : { json, texts };
}

/** What stands before the texts, and the texts by their names. */
export function splitTexts(written: string): {
  readonly json: string;
  readonly texts: readonly (readonly [name: string, text: string])[];
} {
  const [json = '', ...fields] = written.split(NAME_MARK);
  return {
    json,
    texts: fields.map((field) => {
      const end = field.indexOf(TEXT_MARK);
      return [field.slice(0, end), field.slice(end + 1)];
    }),
  };
}

function isRawField(name: string, text: string): boolean {
  return (
    text.length >= LONG_CHARS && PLAIN_NAME.test(name) && name !== '__proto__' && crossesRaw(text)
  );
}

function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
