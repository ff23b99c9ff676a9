import type { IncomingMessage } from 'node:http';

/** The body of a request as text; `undefined` if it is larger than that, and then the rest is not kept. */
export function readBody(
  incoming: IncomingMessage,
  mostBytes: number,
): Promise<string | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes)
    return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    incoming.on('end', () => resolve(textOf(chunks)));
    incoming.on('error', reject);
  });
}

/** A mark at the beginning says only that it is UTF-8. */
const MARK = 0xfeff;

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  // Nearly all come in one piece.
  const whole = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
  const text = whole.toString();
  return text.charCodeAt(0) === MARK ? text.slice(1) : text;
}
