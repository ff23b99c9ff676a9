import { createHost, type Host, type HostOptions } from '@mortise/host';

/** One pixel, as PNG in base64. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Enough of a PDF to be told from other files. */
export const PAGE = Buffer.from('%PDF-1.4').toString('base64');

const PAINT = `
  const object = { type: 'object' };
  const image = { type: 'image', data: '${PIXEL}', mimeType: 'image/png' };
  const text = (text) => ({ type: 'text', text });
  const add = (api, name, execute, parameters = object) =>
    api.registerTool({ name, description: 'Does it: ' + name, parameters, execute });
  export default (api) => {
    const counted = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
    add(api, 'repeat', (_id, { count }) => ({ content: [text('x'.repeat(count))] }), counted);
    add(api, 'draw', () => ({ content: [text('a dot'), image] }));
    add(api, 'print', () => ({ content: [{ type: 'resource',
      resource: { uri: 'file:///art/my page.pdf', mimeType: 'application/pdf', blob: '${PAGE}' } }] }));
    add(api, 'link', () => ({ content: [{ type: 'resource_link', uri: 'https://art.example/1', name: 'art' }] }));
    add(api, 'count', () => ({ content: [], structured: { dots: 1 } }));
    add(api, 'break_drawing', () => ({ isError: true, content: [image] }));
    add(api, 'fail', () => { throw new Error('out of paint'); });
    add(api, 'hang', () => new Promise(() => undefined));
    // A pattern that takes ages where it is run without a limit.
    add(api, 'match', (_id, { word }) => ({ content: [text(word)] }),
      { type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } });
  };`;

const EXTRA = `export default (api) => api.registerTool({ name: 'extra', description: 'Comes later.',
  parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'extra ran' }] }) });`;

/** A host with tools that answer in every way, and a toolkit that a model may load. */
export function openPaintHost(options: HostOptions = {}): Promise<Host> {
  return createHost({
    config: {
      limits: { cpuMs: 500 },
      agents: { main: { tools: ['paint'], allowed_toolkits: ['more'] } },
      toolkits: { more: { description: 'More', tools: ['extra'] } },
    },
    extensions: [
      { id: 'paint', source: PAINT },
      { id: 'later', source: EXTRA },
    ],
    ...options,
  });
}
