import { describe, expect, it } from 'vitest';
import { runFilter } from './filter-fixture.ts';
import { writeRunnerFilter } from './runner-filter.ts';
import type { JailArch } from './system-calls.ts';

const PID = 4_711;
const PASS = [0x1111_2222_3333_4444n, -1n, 0x7fff_ffff_0000_0001n];
const AUDIT = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const;
const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const errno = (number: number): number => 0x0005_0000 | number;
const EPERM = errno(1);
const ENOSYS = errno(38);

/** What the kernel would answer: runs the program over a `struct seccomp_data`. */
function decide(arch: JailArch, call: number, args: readonly (number | bigint)[] = []): number {
  const program = writeRunnerFilter({ arch, pid: PID, execPass: PASS, listsFolders: false });
  return runFilter(program, { auditArch: AUDIT[arch], call, args });
}

const NOT_READS = [1, 2, 0o100, 0o1000, 0o2000, 0o20000000, 0o10000000];

describe('the system calls of a runner (S-8)', () => {
  it.each([
    { arch: 'x64' as const, what: 'read', call: 0, then: ALLOW },
    { arch: 'x64' as const, what: 'mmap', call: 9, then: ALLOW },
    { arch: 'x64' as const, what: 'futex', call: 202, then: ALLOW },
    { arch: 'x64' as const, what: 'socket', call: 41, then: EPERM },
    { arch: 'x64' as const, what: 'sendmsg', call: 46, then: EPERM },
    { arch: 'x64' as const, what: 'fork', call: 57, then: EPERM },
    { arch: 'x64' as const, what: 'vfork', call: 58, then: EPERM },
    { arch: 'x64' as const, what: 'ptrace', call: 101, then: EPERM },
    { arch: 'x64' as const, what: 'mount', call: 165, then: EPERM },
    { arch: 'x64' as const, what: 'keyctl', call: 250, then: EPERM },
    { arch: 'x64' as const, what: 'unshare', call: 272, then: EPERM },
    { arch: 'x64' as const, what: 'process_vm_readv', call: 310, then: EPERM },
    { arch: 'x64' as const, what: 'bpf', call: 321, then: EPERM },
    { arch: 'x64' as const, what: 'execveat', call: 322, then: EPERM },
    { arch: 'x64' as const, what: 'userfaultfd', call: 323, then: EPERM },
    { arch: 'x64' as const, what: 'io_uring_setup', call: 425, then: EPERM },
    { arch: 'x64' as const, what: 'clone3', call: 435, then: ENOSYS },
    { arch: 'x64' as const, what: 'a call of tomorrow', call: 600, then: ENOSYS },
    { arch: 'x64' as const, what: 'a call of x32', call: 0x4000_0000, then: KILL },
    { arch: 'arm64' as const, what: 'read', call: 63, then: ALLOW },
    { arch: 'arm64' as const, what: 'mmap', call: 222, then: ALLOW },
    { arch: 'arm64' as const, what: 'futex', call: 98, then: ALLOW },
    { arch: 'arm64' as const, what: 'socket', call: 198, then: EPERM },
    { arch: 'arm64' as const, what: 'ptrace', call: 117, then: EPERM },
    { arch: 'arm64' as const, what: 'mount', call: 40, then: EPERM },
    { arch: 'arm64' as const, what: 'unshare', call: 97, then: EPERM },
    { arch: 'arm64' as const, what: 'process_vm_readv', call: 270, then: EPERM },
    { arch: 'arm64' as const, what: 'io_uring_setup', call: 425, then: EPERM },
    { arch: 'arm64' as const, what: 'clone3', call: 435, then: ENOSYS },
  ])('$arch: $what', ({ arch, call, then }) => {
    expect(decide(arch, call)).toBe(then);
  });

  it.each([
    { arch: 'x64' as const, execve: 59, clone: 56, kill: 62, openat: 257, prctl: 157 },
    { arch: 'arm64' as const, execve: 221, clone: 220, kill: 129, openat: 56, prctl: 167 },
  ])('$arch: arguments decide', ({ arch, execve, clone, kill, openat, prctl }) => {
    expect(decide(arch, execve, [1, 2, 3, ...PASS])).toBe(ALLOW);
    expect(decide(arch, execve, [1, 2, 3, 0n, ...PASS.slice(1)])).toBe(EPERM);
    expect(decide(arch, execve, [1, 2, 3, ...PASS.slice(0, 2), 1n])).toBe(EPERM);
    expect(decide(arch, execve, [1, 2, 3])).toBe(EPERM);
    expect(decide(arch, clone, [0x3d_0f00])).toBe(ALLOW);
    expect(decide(arch, clone, [17])).toBe(EPERM);
    expect(decide(arch, clone, [0x3d_0f00 | 0x1000_0000])).toBe(EPERM);
    expect(decide(arch, clone, [0x3d_0f00n | (1n << 40n)])).toBe(EPERM);
    expect(decide(arch, kill, [PID, 9])).toBe(ALLOW);
    expect(decide(arch, kill, [-1, 9])).toBe(EPERM);
    expect(decide(arch, kill, [0, 9])).toBe(EPERM);
    expect(decide(arch, kill, [1, 9])).toBe(EPERM);
    expect(decide(arch, openat, [0, 0, 0o2000000])).toBe(ALLOW);
    for (const flag of NOT_READS) expect(decide(arch, openat, [0, 0, flag])).toBe(EPERM);
    expect(decide(arch, prctl, [15])).toBe(ALLOW);
    expect(decide(arch, prctl, [4, 1])).toBe(EPERM);
  });

  it.each([
    { arch: 'x64' as const, clocks: [228, 229, 230], getsockopt: 55 },
    { arch: 'arm64' as const, clocks: [113, 114, 115], getsockopt: 209 },
  ])('$arch: neither the clocks of other processes nor a handle of the host', (parts) => {
    const { arch, clocks, getsockopt } = parts;
    for (const call of clocks) {
      for (const clock of [0, 1, 3, 11]) expect(decide(arch, call, [clock])).toBe(ALLOW);
      expect(decide(arch, call, [(~PID << 3) | 2])).toBe(EPERM);
    }
    expect(decide(arch, getsockopt, [3, 1, 3])).toBe(ALLOW);
    for (const option of [17, 31, 59, 77]) {
      expect(decide(arch, getsockopt, [3, 1, option])).toBe(EPERM);
    }
    expect(decide(arch, getsockopt, [3, 6, 3])).toBe(EPERM);
  });
});
