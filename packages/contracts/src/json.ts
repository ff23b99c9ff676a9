/** A value that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON Schema 2020-12 object as plain data; TypeBox schemas are such objects too. */
export type JsonSchema = { readonly [keyword: string]: unknown };
