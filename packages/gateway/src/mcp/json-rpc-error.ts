/** What else an answer says: whose request it answers, what a program may read, headers. */
export interface JsonRpcErrorExtras {
  readonly id?: unknown;
  readonly data?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP answer to a message that reached no server. */
export function jsonRpcError(
  status: number,
  { code, message }: { readonly code: number; readonly message: string },
  { id, data, headers = {} }: JsonRpcErrorExtras = {},
): Response {
  const isId = typeof id === 'string' || typeof id === 'number';
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  const body = { jsonrpc: '2.0', id: isId ? id : null, error };
  return Response.json(body, { status, headers });
}
