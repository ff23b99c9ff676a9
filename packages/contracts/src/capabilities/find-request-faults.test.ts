import { describe, expect, it } from 'vitest';
import { CAPABILITY_NAMES } from './capability-table.ts';
import { findRequestFaults } from './find-request-faults.ts';

describe('capabilities that a tool asks for in the wrong form', () => {
  it.each([
    { raw: undefined, then: [] },
    { raw: { storage: {} }, then: [] },
    { raw: { network: { allowedHosts: ['api.example'] } }, then: [] },
    {
      raw: ['storage'],
      then: ['capabilities: expected a mapping, not a list; write { storage: {} }'],
    },
    {
      raw: 'storage',
      then: ['capabilities: expected a mapping, not "storage"; write { storage: {} }'],
    },
    {
      raw: { storage: true },
      then: ['capabilities.storage: expected a mapping, not true; write storage: {}'],
    },
    {
      raw: { storage: { scope: 'agnt' } },
      then: [
        'capabilities.storage.scope: expected "tool-private", "session", "agent", "user_agent", "user" or "shared", not "agnt"; did you mean "agent"?',
      ],
    },
    {
      raw: { storge: {} },
      then: ['capabilities.storge: unknown capability, did you mean "storage"?'],
    },
    {
      raw: { rocket: {} },
      then: [`capabilities.rocket: unknown capability; there are: ${CAPABILITY_NAMES.join(', ')}`],
    },
    {
      raw: { storage: { quota: 3 } },
      then: [
        'capabilities.storage.quota: unknown key; what may stand there: scope, quotaBytes, reason',
      ],
    },
  ])('$raw → $then', ({ raw, then }) => {
    const said = findRequestFaults(raw).map(({ path, message }) => `${path}: ${message}`);
    expect(said).toEqual(then);
  });

  it('says no more than so many of them, on one line each', () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => [`evil\n\u202e${index}`, {}]);
    const faults = findRequestFaults(Object.fromEntries(keys));
    expect(faults).toHaveLength(16);
    expect(faults.every(({ path }) => !/[\n\u202e]/.test(path))).toBe(true);
  });
});
