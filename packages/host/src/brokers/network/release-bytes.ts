/**
 * Gives back the memory of bytes that are not needed any more. It lies outside of V8's heap, and a host
 * that fetches makes little other garbage: left to the collector, the bodies of many fetches wait for it
 * together, and what the process has taken for them it keeps. Other views of the same memory end, too.
 */
export function releaseBytes(bytes: readonly Buffer[]): void {
  for (const each of bytes) {
    const { buffer } = each;
    if (buffer instanceof ArrayBuffer && !buffer.detached && isMostOfIt(each)) release(buffer);
  }
}

/** Small buffers of the whole process share memory, and each is less than half of it. */
function isMostOfIt({ buffer, byteLength }: Buffer): boolean {
  return byteLength * 2 >= buffer.byteLength;
}

function release(buffer: ArrayBuffer): void {
  try {
    buffer.transfer(0);
  } catch {
    // Memory that Node or a library does not let go is left to the collector.
  }
}
