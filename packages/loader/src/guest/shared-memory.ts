/**
 * Code asks for the class to tell its objects from others, often without asking first whether it is there.
 * No memory of an isolate is shared: what it makes is an ordinary buffer.
 */
export class UnsharedBuffer {
  constructor(length = 0) {
    // biome-ignore lint/correctness/noConstructorReturn: there is nothing else that it could be
    return new ArrayBuffer(length) as unknown as UnsharedBuffer;
  }

  /** Of none that exists; by its failing, code knows that an object is not one. */
  get byteLength(): number {
    throw new TypeError('Receiver is not a SharedArrayBuffer');
  }

  get growable(): boolean {
    throw new TypeError('Receiver is not a SharedArrayBuffer');
  }
}
