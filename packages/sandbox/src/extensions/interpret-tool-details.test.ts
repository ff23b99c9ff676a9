import { describe, expect, it } from 'vitest';
import { interpretDetails } from './interpret-tool-details.ts';

const said = (guestTool: { readonly [key: string]: unknown }) =>
  interpretDetails({ name: 'keep', ...guestTool }).faults.map(
    ({ code, path, message }) => `${code} ${path}: ${message}`,
  );

describe('a part of a tool in the wrong form', () => {
  it.each([
    {
      tool: { capabilities: ['storage'] },
      then: 'tool_part_ignored capabilities: expected a mapping, not a list; write { storage: {} }',
    },
    {
      tool: { capabilities: { storge: {} } },
      then: 'tool_key_unknown capabilities.storge: unknown capability, did you mean "storage"?',
    },
    {
      tool: { annotations: [] },
      then: 'tool_part_ignored annotations: expected a mapping, not an empty list',
    },
    {
      tool: { annotations: { readOnlyHint: 'yes' } },
      then: 'tool_part_ignored annotations.readOnlyHint: expected true or false, not "yes"',
    },
    {
      tool: { annotations: { readonly: true } },
      then: 'tool_key_unknown annotations.readonly: unknown key; what may stand there: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint',
    },
    {
      tool: { timeoutMs: '5s' },
      then: 'tool_part_ignored timeoutMs: expected a whole number from 1, not "5s"',
    },
    {
      tool: { maxResultChars: 0.5 },
      then: 'tool_part_ignored maxResultChars: expected a whole number from 1, not 0.5',
    },
    {
      tool: { toolset: '' },
      then: 'tool_part_ignored toolset: expected text of 1 to 100 characters, not ""',
    },
    {
      tool: { mimeType: 4 },
      then: 'tool_part_ignored mimeType: expected text of 1 to 100 characters, not 4',
    },
    {
      tool: { idempotent: 'yes' },
      then: 'tool_part_ignored idempotent: expected true or false, not "yes"',
    },
    {
      tool: { sharedOnly: 1 },
      then: 'tool_part_ignored sharedOnly: expected true or false, not 1',
    },
    {
      tool: { options: { optional: 1 } },
      then: 'tool_part_ignored optional: expected true or false, not 1; it is not optional now: write registerTool(tool, { optional: true })',
    },
    {
      tool: { options: true },
      then: 'tool_part_ignored optional: expected a mapping, not true; it is not optional now: write registerTool(tool, { optional: true })',
    },
    {
      tool: { unread: ['optional'] },
      then: 'tool_part_ignored optional: it is not optional now: write registerTool(tool, { optional: true })',
    },
    {
      tool: { unread: ['parameter'] },
      then: 'tool_key_unknown parameter: unknown key, did you mean "parameters"?',
    },
    {
      tool: { unread: ['inputSchema'] },
      then: 'tool_key_unknown inputSchema: unknown key, did you mean "parameters"?',
    },
    {
      tool: { unwritable: ['timeoutMs'] },
      then: 'tool_part_ignored timeoutMs: expected a whole number from 1, not what JSON has no word for',
    },
  ])('is said: $then', ({ tool, then }) => {
    expect(said(tool)).toEqual([then]);
  });

  it.each([
    {},
    { capabilities: { storage: {} }, annotations: { readOnlyHint: true }, timeoutMs: 5 },
    { idempotent: false, sharedOnly: false, options: { optional: false } },
    { capabilities: null, annotations: null, toolset: null },
  ])('is none in %j', (tool) => {
    expect(said(tool)).toEqual([]);
  });

  it('counts for nothing, and the rest stands', () => {
    const { details } = interpretDetails({ capabilities: ['storage'], timeoutMs: 5, category: 3 });
    expect(details).toEqual({ timeoutMs: 5 });
  });

  it('is said on one line, cut, and no more than so often, whatever a guest wrote', () => {
    const unread = Array.from(
      { length: 900 },
      (_, index) => `evil\n\u202e${'x'.repeat(900)}${index}`,
    );
    const { faults } = interpretDetails({ unread, timeoutMs: `\u202e${'y'.repeat(9_000)}` });
    expect(faults).toHaveLength(16);
    for (const { path, message } of faults) {
      expect(`${path}${message}`.length).toBeLessThan(600);
      expect(`${path}${message}`).not.toMatch(/[\n\u202e]/);
    }
  });

  it('of a prompt has the keys of a prompt', () => {
    expect(said({ name: 'prompt:review', unread: ['arguments', 'get', 'title'] })).toEqual([]);
    expect(said({ name: 'prompt:review', unread: ['argument'] })).toEqual([
      'tool_key_unknown argument: unknown key, did you mean "arguments"?',
    ]);
  });
});
