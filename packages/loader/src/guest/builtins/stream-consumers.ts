import { Buffer } from './buffer.ts';

type Source = AsyncIterable<unknown> | Iterable<unknown>;

export async function buffer(stream: Source): Promise<InstanceType<typeof Buffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
  }
  return Buffer.concat(chunks);
}

export async function bytes(stream: Source): Promise<Uint8Array> {
  return new Uint8Array(await buffer(stream));
}

export async function arrayBuffer(stream: Source): Promise<ArrayBuffer> {
  return (await bytes(stream)).slice().buffer as ArrayBuffer;
}

export async function text(stream: Source): Promise<string> {
  return (await buffer(stream)).toString('utf8');
}

export async function json(stream: Source): Promise<unknown> {
  return JSON.parse(await text(stream));
}

export async function blob(stream: Source): Promise<Blob> {
  return new Blob([await bytes(stream)]);
}
