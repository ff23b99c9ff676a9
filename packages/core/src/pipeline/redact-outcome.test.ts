import { type ContentPart, failWith, type JsonValue, type ToolOutcome } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';
import { createPipeline } from './create-pipeline.ts';
import { executeCalls } from './execute-calls.ts';
import { redactOutcome } from './redact-outcome.ts';

const SECRET = 'hunter22-hunter22';
const redact = (text: string) => text.replaceAll(SECRET, '***');
const redactor = {
  redact,
  redactJson: (value: JsonValue) => JSON.parse(redact(JSON.stringify(value))) as JsonValue,
  redactBase64: (data: string) =>
    Buffer.from(redact(Buffer.from(data, 'base64').toString())).toString('base64'),
};
const inBase64 = Buffer.from(`a ${SECRET} b`).toString('base64');
const nowhere = (outcome: unknown) => {
  const shown = JSON.stringify(outcome);
  expect(shown).not.toContain(SECRET);
  for (const [data] of shown.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g))
    expect(Buffer.from(data, 'base64').toString()).not.toContain(SECRET);
};

const PARTS: readonly ContentPart[] = [
  { type: 'text', text: SECRET, _meta: { [SECRET]: SECRET } },
  { type: 'image', data: inBase64, mimeType: `image/${SECRET}` },
  { type: 'audio', data: inBase64, mimeType: 'audio/wav' },
  {
    ...({ type: 'resource_link', uri: `file:///${SECRET}`, name: SECRET } as const),
    ...{ title: SECRET, description: SECRET, mimeType: SECRET },
  },
  { type: 'resource', resource: { uri: SECRET, mimeType: SECRET, text: SECRET } },
  { type: 'resource', resource: { uri: 'u', blob: inBase64, _meta: { deep: [SECRET] } } },
];

describe('secrets in a result (S-11)', () => {
  it.each(PARTS)('are taken out of every field of $type', (part) => {
    nowhere(redactOutcome({ status: 'ok', content: [part] }, redactor));
  });

  it('are taken out of errors and structured results', () => {
    nowhere(
      redactOutcome(
        { ...failWith(PARTS, { errorChars: 2_000 }), structured: { a: SECRET } },
        redactor,
      ),
    );
    const refusal: ToolOutcome = { status: 'refused', code: 'input_invalid', message: SECRET };
    nowhere(redactOutcome(refusal, redactor));
  });

  it('are taken out of progress, before a listener sees it', async () => {
    const { catalog, hooks } = new DefaultToolRegistry();
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const parts = createPipeline({ catalog, hooks, logger, redactor: () => redactor });
    const loud = makeTool('loud', {
      execute: (_args, context) => {
        context.emit({ type: 'progress', toolName: 'loud', message: `at ${SECRET}` });
        return { ok: true, value: '' };
      },
    });
    catalog.claim({ tool: loud, origin: { kind: 'core' } }, { kind: 'in-process', tool: loud });
    const guest = { name: 'guest', description: 'd', schema: { type: 'object' } };
    const run = async (_request: object, ports: { onProgress(note: object): void }) => {
      ports.onProgress({ message: `at ${SECRET}` });
      return { status: 'ok', content: [] } as const;
    };
    const origin = { kind: 'extension', id: 'e', order: 0 } as const;
    catalog.claim({ tool: guest, origin }, { kind: 'runner', runner: { run } });
    const events: object[] = [];
    const context = makeContext({ emit: (event) => events.push(event) });
    const gate = { refusalFor: () => undefined, visibleNames: () => [] };
    const calls = ['loud', 'guest'].map((name) => ({ callId: name, name, args: {} }));
    await executeCalls({ calls, context, gate, limits: catalog.limits }, parts);
    expect(events).toMatchObject([{ message: 'at ***' }, { message: 'at ***' }]);
  });
});
