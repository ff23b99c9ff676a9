interface AskedCall {
  readonly auditArch: number;
  readonly call: number;
  readonly args: readonly (number | bigint)[];
}

/** What the kernel would answer: runs a seccomp program over a `struct seccomp_data`. For tests. */
export function runFilter(filter: Uint8Array, { auditArch, call, args }: AskedCall): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call >>> 0, 0);
  data.writeUInt32LE(auditArch, 4);
  args.forEach((value, at) => {
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + at * 8);
  });
  return run(Buffer.from(filter), data);
}

function run(program: Buffer, data: Buffer): number {
  let register = 0;
  for (let at = 0; ; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const [yes, no] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return k;
    if (code === 0x20) register = data.readUInt32LE(k);
    else if (code === 0x54) register = (register & k) >>> 0;
    else {
      const holds = { 21: register === k, 37: register > k, 69: (register & k) !== 0 }[code];
      if (holds === undefined) throw new Error(`no such instruction: ${code}`);
      at += holds ? yes : no;
    }
  }
}
