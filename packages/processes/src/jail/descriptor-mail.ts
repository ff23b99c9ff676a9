import type { Kernel } from './kernel.ts';

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const O_CLOEXEC = 0o2000000;
const SOL_SOCKET = 1;
const SCM_RIGHTS = 1;
const MSG_CMSG_CLOEXEC = 0x4000_0000;
const MSG_DONTWAIT = 0x40;
const EBADF = 9;
const HEADER_BYTES = 56;
const CONTROL_BYTES = 24;
const CONTROL_LENGTH = 20;
/** One place in memory, and how long it is. */
const LIST_BYTES = 16;

/**
 * A way for one descriptor from a forked process to the one that forked it. Containers forbid taking it
 * (`pidfd_getfd`), but not giving it away.
 */
export class DescriptorMail {
  readonly #kernel: Kernel;
  readonly #ends: Int32Array<ArrayBuffer>;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#ends = new Int32Array(2);
    const ends = new Uint8Array(this.#ends.buffer);
    const answer = kernel.call('socketpair', AF_UNIX, SOCK_STREAM | O_CLOEXEC, 0, ends);
    // Nothing can be sent, then, which says so.
    if (answer < 0) this.#ends.fill(-1);
  }

  /** In the process that has it: 0, or below 0 an error number. */
  send(descriptor: number): number {
    const { header, control } = this.#describe();
    control.writeBigUInt64LE(BigInt(CONTROL_LENGTH), 0);
    control.writeInt32LE(SOL_SOCKET, 8);
    control.writeInt32LE(SCM_RIGHTS, 12);
    control.writeInt32LE(descriptor, 16);
    return Math.min(this.#kernel.call('sendmsg', this.#ends[1] ?? -1, header, 0), 0);
  }

  /** In the other, once it was sent: the descriptor under a number of its own, or below 0 an error number. */
  receive(): number {
    const { header, control } = this.#describe();
    const flags = MSG_CMSG_CLOEXEC | MSG_DONTWAIT;
    const answer = this.#kernel.call('recvmsg', this.#ends[0] ?? -1, header, flags);
    if (answer < 0) return answer;
    const isOne = control.readBigUInt64LE(0) === BigInt(CONTROL_LENGTH);
    return isOne && control.readInt32LE(12) === SCM_RIGHTS ? control.readInt32LE(16) : -EBADF;
  }

  /** In both, each for itself. */
  close(): void {
    for (const end of this.#ends) this.#kernel.call('close', end);
    this.#ends.fill(-1);
  }

  /** struct msghdr: no name, one byte, and room for one control message. */
  #describe(): { readonly header: Buffer; readonly control: Buffer } {
    const at = (memory: Buffer): bigint => BigInt.asUintN(64, this.#kernel.addressOf(memory));
    // The kernel gets addresses, which keep nothing: all of it is one piece of memory.
    const all = Buffer.alloc(HEADER_BYTES + CONTROL_BYTES + LIST_BYTES + 1);
    const start = at(all);
    const list = HEADER_BYTES + CONTROL_BYTES;
    all.writeBigUInt64LE(start + BigInt(list), 16);
    all.writeBigUInt64LE(1n, 24);
    all.writeBigUInt64LE(start + BigInt(HEADER_BYTES), 32);
    all.writeBigUInt64LE(BigInt(CONTROL_BYTES), 40);
    all.writeBigUInt64LE(start + BigInt(list + LIST_BYTES), list);
    all.writeBigUInt64LE(1n, list + 8);
    return { header: all, control: all.subarray(HEADER_BYTES, HEADER_BYTES + CONTROL_BYTES) };
  }
}
