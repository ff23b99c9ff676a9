/** One tool for each thing that a client may meet; all of it runs in an isolate. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const shape = (properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const STRING = { type: 'string' };
const NUMBER = { type: 'number' };

/** How far each call of `hang` is, by its key. */
const hanging = new Map();

function hang(key, signal) {
  hanging.set(key, 'begun');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      hanging.set(key, 'aborted');
      resolve(text('aborted'));
    });
  });
}

const TOOLS = [
  { name: 'echo', parameters: shape({ text: STRING }), execute: (args) => text(args.text) },
  {
    name: 'add',
    parameters: shape({ a: NUMBER, b: NUMBER }),
    outputSchema: shape({ sum: NUMBER }),
    execute: ({ a, b }) => ({ ...text(a + b), structuredContent: { sum: a + b } }),
  },
  {
    name: 'picture',
    parameters: shape({}),
    execute: () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }),
  },
  {
    name: 'fail',
    parameters: shape({}),
    execute: () => {
      throw new Error('on purpose');
    },
  },
  {
    name: 'steps',
    parameters: shape({}),
    execute: async (_args, ctx) => {
      for (const percent of [10, 50, 90]) {
        ctx.progress(`${percent} %`, percent);
        await wait(50);
      }
      return text('done');
    },
  },
  {
    name: 'hang',
    parameters: shape({ key: STRING }),
    execute: (a, ctx) => hang(a.key, ctx.signal),
  },
  {
    name: 'hanging',
    parameters: shape({ key: STRING }),
    execute: ({ key }) => text(hanging.get(key)),
  },
  {
    name: 'rest',
    parameters: shape({ n: NUMBER, ms: NUMBER }),
    execute: async ({ n, ms }) => {
      await wait(ms);
      return text(n);
    },
  },
  { name: 'late', parameters: shape({}), execute: () => text('late') },
];

export default function register(api) {
  api.registerPrompt({
    name: 'greet',
    description: 'A greeting',
    arguments: { name: { required: true } },
    get: ({ name }) => `Greet ${name}.`,
  });
  api.registerResource({ path: 'page', description: 'A page', read: () => 'A page.' });
  for (const { execute, ...tool } of TOOLS) {
    const description = `The tool ${tool.name} of the matrix of clients.`;
    api.registerTool({
      ...tool,
      description,
      execute: async (_id, args, ctx) => execute(args, ctx),
    });
  }
}
