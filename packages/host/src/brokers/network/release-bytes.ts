/**
 * Gives back the memory of bytes that are not needed any more. It lies outside of V8's heap, and a host
 * that fetches makes little other garbage: left to the collector, the bodies of many fetches wait for it
 * together, and what the process has taken for them it keeps. Other views of the same memory end, too.
 */
export function releaseBytes(bytes: readonly Buffer[]): void {
  for (const each of bytes) {
    const { buffer } = each;
    if (buffer instanceof ArrayBuffer && !buffer.detached && !mayBePooled(each)) buffer.transfer(0);
  }
}

/** Small buffers of the whole process share memory of one size; larger ones never lie there. */
function mayBePooled({ buffer, byteLength }: Buffer): boolean {
  return buffer.byteLength === Buffer.poolSize && byteLength < Buffer.poolSize / 2;
}
