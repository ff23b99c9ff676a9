import { describe, expect, it } from 'vitest';
import type { CapabilityDefinition } from './capability-definition.ts';
import { findOperation, HANDLE_OUTLINES } from './capability-operation.ts';
import { CAPABILITIES, CAPABILITY_NAMES } from './capability-table.ts';

const operations = CAPABILITY_NAMES.flatMap((capability) => {
  const definition: CapabilityDefinition = CAPABILITIES[capability];
  return Object.entries(definition.operations).map(
    ([operation, each]) => [`${capability}.${operation}`, each] as const,
  );
});

describe('the table of capabilities (E-10)', () => {
  it('has those that tools may declare', () => {
    for (const name of ['network', 'secrets', 'storage', 'fs_reach', 'process', 'attachments']) {
      expect(CAPABILITY_NAMES).toContain(name);
    }
  });

  it('gives guests the handles and functions that extensions are written against (S-2)', () => {
    expect(HANDLE_OUTLINES).toEqual(
      expect.arrayContaining([
        {
          handle: 'storage',
          capability: 'storage',
          operations: expect.arrayContaining(['get', 'set', 'compareAndSet', 'delete', 'list']),
        },
        {
          handle: 'secrets',
          capability: 'secrets',
          operations: expect.arrayContaining(['get', 'reveal']),
        },
        {
          handle: 'fs',
          capability: 'fs_reach',
          operations: expect.arrayContaining(['read', 'write', 'list', 'stat', 'mkdir', 'remove']),
        },
        { handle: 'process', capability: 'process', operations: expect.arrayContaining(['run']) },
        {
          handle: 'attachments',
          capability: 'attachments',
          operations: expect.arrayContaining(['list', 'read']),
        },
      ]),
    );
  });

  it.each(operations)('names every argument of %s in its input', (_name, { call, input }) => {
    const given = Array.from({ length: call.length }, (_each, index) => index);
    const named = call(...given);
    expect(Object.keys(named)).toEqual(Object.keys(input.properties));
    expect(Object.values(named)).toEqual(given);
  });

  it.each(operations)('says what %s does', (_name, { summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['constructor.get', 'storage.constructor', '__proto__.x', 'storage', '', '.'])(
    'has no operation %j',
    (name) => {
      expect(findOperation(name)).toBe(undefined);
    },
  );
});
