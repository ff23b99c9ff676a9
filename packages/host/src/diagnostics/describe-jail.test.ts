import { describe, expect, it } from 'vitest';
import { describeJail } from './describe-jail.ts';

describe('what an operator reads of the jail (S-8)', () => {
  it.each([
    {
      jail: { tier: 'preferred', state: 'unknown', layers: {} },
      says: 'jail preferred, tried when the first process of an extension starts',
    },
    {
      jail: {
        tier: 'required',
        state: 'on',
        layers: { user: 'off: the host is not root', files: 'on', system_calls: 'on' },
      },
      says: 'in a jail of the kernel: files, system_calls; without user (the host is not root)',
    },
    {
      jail: {
        tier: 'preferred',
        state: 'off',
        layers: { files: 'off: no Landlock', tcp: 'off: no Landlock', system_calls: 'on' },
      },
      says: 'in no jail: without files, tcp (no Landlock); these hold all the same: system_calls',
    },
    {
      jail: {
        tier: 'preferred',
        state: 'off',
        layers: { files: 'off: no koffi', system_calls: 'off: no koffi' },
      },
      says: 'in no jail: without files, system_calls (no koffi)',
    },
    {
      jail: {
        tier: 'required',
        state: 'off',
        layers: {
          ...{ user: 'off: the host is not root', mounts: 'off: the host is not root' },
          ...{ files: 'off: no Landlock', tcp: 'off: no Landlock', system_calls: 'on' },
        },
      },
      says: 'no jail can be made, and one is required: without files, tcp (no Landlock)',
    },
  ] as const)('$jail.state: $says', ({ jail, says }) => {
    expect(describeJail(jail)).toBe(says);
  });
});
