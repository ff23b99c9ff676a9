import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { valueOfReply } from '../testing/broker-bench.ts';
import { openPair } from '../testing/fetch-pair.ts';
import { releaseBytes } from './release-bytes.ts';

describe('bytes that are not needed any more (S-6)', () => {
  it('are given back at once', () => {
    const bytes = Buffer.alloc(100_000);
    const before = process.memoryUsage().arrayBuffers;
    releaseBytes([bytes, bytes.subarray(5)]);
    expect(bytes).toHaveLength(0);
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - 100_000);
  });

  it('stay if they share memory with other small buffers', () => {
    const sizes = Array.from({ length: 200 }, (_, index) => index * 400);
    const kept = sizes.map((size) => Buffer.from('k'.repeat(size % 5_000)));
    const released = sizes.map((size) => Buffer.allocUnsafe(size));
    const texts = kept.map(String);
    releaseBytes(released);
    expect(kept.map(String)).toEqual(texts);
    expect(Buffer.from('new')).toHaveLength(3);
  });
});

describe('bytes that cannot be given back (S-6)', () => {
  it('stay as they are', () => {
    // All of the memory that small buffers share, which Node does not let go.
    const { buffer } = Buffer.from('small');
    releaseBytes([Buffer.from(buffer)]);
    expect(buffer.byteLength).toBeGreaterThan(0);
  });
});

describe('the bodies of many fetches (S-6)', () => {
  it.each([
    { kind: 'text', body: Buffer.from('a line of text\n'.repeat(30_000)) },
    { kind: 'bytes', body: randomBytes(400_000) },
  ])('leave no memory to the garbage collector: $kind', async ({ body }) => {
    await using pair = await openPair((_request, response) => response.end(body));
    await pair.fetch({ path: '/' });
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 10; count += 1) {
      const reply = valueOfReply(await pair.fetch({ path: '/' }));
      expect(reply).toMatchObject({ status: 200 });
    }
    // The server of the test is in this process and has read and written little.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * body.length);
  });
});
