/** What else an error says: whose request it answers, what a program may read. */
export interface JsonRpcErrorFacts {
  readonly id?: unknown;
  readonly data?: object;
}

/** The same over HTTP, with headers. */
export interface JsonRpcErrorExtras extends JsonRpcErrorFacts {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a message that reached no server. */
export function describeJsonRpcError(
  { code, message }: { readonly code: number; readonly message: string },
  { id, data }: JsonRpcErrorFacts = {},
): object {
  const isId = typeof id === 'string' || typeof id === 'number';
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { jsonrpc: '2.0', id: isId ? id : null, error };
}

/** The same as an HTTP answer. */
export function jsonRpcError(
  status: number,
  error: { readonly code: number; readonly message: string },
  { headers = {}, ...facts }: JsonRpcErrorExtras = {},
): Response {
  return Response.json(describeJsonRpcError(error, facts), { status, headers });
}
