import { setTimeout } from 'node:timers/promises';
import type { Tool, ToolContext } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';

/** Parts in an order, and with facts for clients, that must arrive as they are. */
export const ALBUM = [
  { type: 'image', data: 'AAAA', mimeType: 'image/png', annotations: { audience: ['user'] } },
  { type: 'text', text: 'below it', annotations: { priority: 0.5 }, _meta: { 'acme/page': 1 } },
  { type: 'resource', resource: { uri: 'test://doc', blob: 'AAAA', _meta: { a: 1 } } },
  { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', description: 'd', size: 3 },
];

/** What the tools of the interop host saw; a stdio server in another process cannot share it. */
export interface Sightings {
  readonly aborted: string[];
  readonly started: string[];
}

const object = (properties: object = {}, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

/** A host with one tool for each thing a client may meet. */
export function createInteropHost(seen: Sightings = { aborted: [], started: [] }): Promise<Host> {
  return createHost({ config: INTEROP_CONFIG, tools: interopTools(seen) });
}

export const INTEROP_CONFIG = {
  toolkits: { extra: { description: 'One more tool', tools: ['late'] } },
  agents: {
    main: {
      tools: ['echo', 'add', 'talk', 'hang', 'picture', 'album', 'evidence', 'broken', 'strict'],
      allowed_toolkits: ['extra'],
    },
    narrow: { tools: { allow: ['echo'] } },
    wide: { tools: { allow: ['*'] } },
  },
};

export function interopTools(seen: Sightings): readonly Tool[] {
  return [
    {
      name: 'echo',
      description: 'Says what it is told',
      schema: object({ text: { type: 'string' } }, ['text']),
      annotations: { title: 'Echo', readOnlyHint: true, idempotentHint: true },
      execute: (args) => ({ ok: true, value: (args as { text: string }).text }),
    },
    {
      name: 'add',
      description: 'Adds',
      schema: object({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
      outputSchema: object({ sum: { type: 'number' } }, ['sum']),
      execute: (args) => {
        const { a, b } = args as { a: number; b: number };
        return { ok: true, value: `${a + b}`, structured: { sum: a + b } };
      },
    },
    {
      name: 'talk',
      description: 'Reports progress',
      schema: object(),
      execute: async (_args, context) => {
        for (const percent of [10, 50, 100]) {
          context.emit({ type: 'progress', toolName: 'talk', message: `${percent} %`, percent });
          // A tool that reports progress takes its time.
          await setTimeout(50);
        }
        return { ok: true, value: 'talked' };
      },
    },
    { name: 'hang', description: 'Waits to be cancelled', schema: object(), execute: hang(seen) },
    {
      name: 'picture',
      description: 'Shows',
      schema: object(),
      execute: () => ({
        ok: true,
        value: 'a picture',
        media: [
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
          { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' },
          {
            type: 'resource',
            resource: { uri: 'test://doc', mimeType: 'text/plain', text: 'doc' },
          },
        ],
      }),
    },
    {
      name: 'album',
      description: 'Shows parts in an order of its own',
      schema: object(),
      // The form of extensions, which core tools may use, too.
      execute: () => ({ content: ALBUM }) as never,
    },
    {
      name: 'evidence',
      description: 'Fails and shows why',
      schema: object(),
      execute: () => ({ content: ALBUM, isError: true }) as never,
    },
    {
      name: 'broken',
      description: 'Fails',
      schema: object(),
      execute: () => {
        throw new Error('on purpose');
      },
    },
    {
      name: 'strict',
      description: 'Is never available',
      schema: object(),
      isAvailable: () => false,
      execute: () => ({ ok: true, value: '' }),
    },
    {
      name: 'late',
      description: 'Comes with a toolkit',
      schema: object(),
      execute: () => ({ ok: true, value: 'late' }),
    },
  ];
}

function hang(seen: Sightings): Tool['execute'] {
  return (_args, context: ToolContext) => {
    seen.started.push('hang');
    context.emit({ type: 'progress', toolName: 'hang', message: 'waiting', percent: 1 });
    return new Promise((resolve) => {
      context.abortSignal.addEventListener('abort', () => {
        seen.aborted.push('hang');
        resolve({ ok: false, error: 'cancelled', code: 'aborted' });
      });
    });
  };
}
