import { describe, expect, it } from 'vitest';
import type { CapabilityGrants } from './capability-table.ts';
import { hostCallBytesFor } from './host-call-bytes.ts';

describe('the size of a host call (E-14)', () => {
  it.each<{ what: string; grants: CapabilityGrants; then: number | undefined }>([
    { what: 'no grant', grants: {}, then: undefined },
    { what: 'grants of nothing large', grants: { storage: {} }, then: undefined },
    { what: 'the standard where a grant says nothing', grants: { fs_reach: {} }, then: 2_064_000 },
    { what: 'a write', grants: { fs_reach: { maxWriteBytes: 3_000_000 } }, then: 6_064_000 },
    {
      what: 'the largest of several',
      grants: {
        fs_reach: { maxWriteBytes: 1 },
        network: { allowedHosts: [], maxRequestBytes: 8_000_000 },
      },
      then: 16_064_000,
    },
  ])('follows $what', ({ grants, then }) => {
    expect(hostCallBytesFor(grants)).toBe(then);
  });

  it('follows no grant that cannot be used', () => {
    const grants = { fs_reach: { maxWriteBytes: 1e12 }, process: null } as unknown;
    expect(hostCallBytesFor(grants as CapabilityGrants)).toBe(undefined);
  });
});
