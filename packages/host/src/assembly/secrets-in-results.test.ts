import type { CallReport, Logger, ToolProgress } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const SECRET = 'hunter22-hunter22';

const LEAKING = `export default (api) => {
  const tool = (name, answer) => api.registerTool({
    name, description: name, parameters: { type: 'object' }, capabilities: { secrets: ['KEY'] },
    async execute(id, params, ctx) { return answer(await ctx.secrets.reveal('KEY'), ctx); },
  });
  const only = (part) => ({ content: [part] });
  tool('in_text', (v) => only({ type: 'text', text: v }));
  tool('in_meta', (v) => only({ type: 'text', text: '', _meta: { ['a' + v]: [{ v }] } }));
  tool('in_link', (v) => only({ type: 'resource_link', uri: 'https://x/' + v, name: v, title: v, description: v, mimeType: v }));
  tool('in_document', (v) => only({ type: 'resource', resource: { uri: 'u' + v, mimeType: v, text: 'is ' + v } }));
  tool('in_blob', (v) => only({ type: 'resource', resource: { uri: 'u', blob: btoa('is ' + v) } }));
  tool('in_image', (v) => only({ type: 'image', data: btoa('\\u0000\\u00ff' + v), mimeType: 'image/png' }));
  tool('in_structured', (v) => ({ content: [], structured: { v } }));
  tool('in_an_error', (v) => ({ ...only({ type: 'image', data: btoa(v), mimeType: v }), isError: true }));
  tool('thrown', (v) => { throw new Error('no ' + v); });
  tool('in_progress', (v, ctx) => { ctx.progress('at ' + v); return only({ type: 'text', text: 'done' }); });
};`;

/** Whether a text holds another, as it is or in something that is base64 of it. */
function holds(text: string, wanted: string): boolean {
  const decoded = [...text.matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].map(([data]) =>
    Buffer.from(data, 'base64').toString('latin1'),
  );
  return [text, ...decoded].some((each) => each.includes(wanted));
}

describe('a secret that was given out (S-11)', () => {
  let host: Host;
  const reports: CallReport[] = [];
  const logged: unknown[] = [];
  beforeAll(async () => {
    const note = (...line: unknown[]) => logged.push(line);
    const logger: Logger = { debug: note, info: note, warn: note, error: note };
    host = await createHost({
      config: { agents: { main: {} } },
      logger,
      secrets: { read: async () => SECRET },
      extensions: [
        { id: 'leaking', source: LEAKING, grants: { secrets: [{ name: 'KEY', reveal: true }] } },
      ],
      reducers: [
        {
          toolName: 'in_structured',
          reduce: (result) => {
            throw new Error(JSON.stringify(result));
          },
        },
      ],
    });
    host.on('callFinished', (report) => reports.push(report));
  });
  afterAll(() => host.close());

  it.each([
    ...['in_text', 'in_meta', 'in_link', 'in_document', 'in_blob', 'in_image'],
    ...['in_structured', 'in_an_error', 'thrown', 'in_progress'],
  ])('does not leave %s', async (name) => {
    const progress: ToolProgress[] = [];
    const [result] = await host
      .agent('main')
      .session('s')
      .execute([{ id: name, name, args: {} }], { onProgress: (event) => progress.push(event) });
    const left = JSON.stringify({ result, progress, reports, logged });
    expect(holds(JSON.stringify({ result, progress }), '[redacted]')).toBe(true);
    expect(holds(left, SECRET)).toBe(false);
  });
});
