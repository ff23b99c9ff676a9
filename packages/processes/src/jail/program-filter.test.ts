import { describe, expect, it } from 'vitest';
import { runFilter } from './filter-fixture.ts';
import { writeProgramFilter } from './program-filter.ts';

const ALLOW = 0x7fff_0000;
const EPERM = 0x0005_0001;
const F_SETLK = 6;
const F_SETLEASE = 1_024;
const F_GETLEASE = 1_025;
const F_SETDELEG = 1_040;

describe('the system calls of a granted program (S-6)', () => {
  it.each([
    { arch: 'x64' as const, auditArch: 0xc000_003e, fcntl: 72 },
    { arch: 'arm64' as const, auditArch: 0xc000_00b7, fcntl: 25 },
  ])(
    '$arch: no lease on a file that it only reads: whoever opens it would wait',
    ({ arch, auditArch, fcntl }) => {
      const parts = { arch, network: false, attributes: 'allow', ownProcesses: true } as const;
      const filter = writeProgramFilter(parts);
      const decide = (command: number) =>
        runFilter(filter, { auditArch, call: fcntl, args: [3, command, 1] });
      expect(decide(F_SETLEASE)).toBe(EPERM);
      expect(decide(F_SETDELEG)).toBe(EPERM);
      expect(decide(F_SETLK)).toBe(ALLOW);
      expect(decide(F_GETLEASE)).toBe(ALLOW);
    },
  );
});
