/** What a `Content-Type` says, as far as reading the body needs it. */
export interface MediaType {
  /** Lower case, without parameters; empty if the header is missing. */
  readonly name: string;
  readonly charset?: string;
  readonly kind: 'html' | 'text' | 'binary';
}

const TEXTS =
  /^(?:text\/.+|application\/(?:json|xml|javascript|ecmascript|yaml|toml|x-yaml|x-ndjson|x-sh|sql|graphql)|.+\+(?:json|xml|yaml)|image\/svg\+xml)$/;

/** A missing type counts as text: whether it is shows when the bytes are decoded. */
export function readMediaType(header: string | null): MediaType {
  const [first = '', ...parameters] = (header ?? '').slice(0, 500).split(';');
  const name = first.trim().toLowerCase();
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([\w.:-]{1,40})"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { name, kind: kindOf(name), ...(charset === undefined ? {} : { charset }) };
}

function kindOf(name: string): MediaType['kind'] {
  if (name === 'text/html' || name === 'application/xhtml+xml') return 'html';
  return name === '' || TEXTS.test(name) ? 'text' : 'binary';
}
