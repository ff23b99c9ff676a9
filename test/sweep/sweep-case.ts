/**
 * One package of the sweep: a module that answers a value. The same module runs in Node and, as part of
 * an extension, in the sandbox; it has answered if both give the same.
 */
export interface SweepCase {
  /** As npm names it. */
  readonly name: string;
  /** Packages that it needs beside itself. */
  readonly with?: readonly string[];
  readonly imports: string;
  /** Body of `async ({ url }) => …`; `url` is that of a loopback server. */
  readonly body: string;
  /** What the server answers; a case without it makes no request. */
  readonly reply?: SweepReply;
}

export interface SweepReply {
  readonly status?: number;
  readonly type?: string;
  /** JSON, or a text as it is. */
  readonly body: unknown;
}

type LibraryRow = readonly [name: string, imports: string, expression: string, ...more: string[]];
type ClientRow = readonly [
  name: string,
  imports: string,
  body: string,
  reply: unknown,
  ...more: string[],
];

/** A library: what one expression gives. */
export function library([name, imports, expression, ...more]: LibraryRow): SweepCase {
  return { name, imports, body: `return (${expression});`, ...(more.length > 0 && { with: more }) };
}

/** A client: what it makes of an answer of the server. */
export function client([name, imports, body, reply, ...more]: ClientRow): SweepCase {
  return { name, imports, body, reply: replyOf(reply), ...(more.length > 0 && { with: more }) };
}

function replyOf(reply: unknown): SweepReply {
  const isWhole = typeof reply === 'object' && reply !== null && 'body' in reply;
  return isWhole ? (reply as SweepReply) : { body: reply };
}
