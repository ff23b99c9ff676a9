import { Type } from '@sinclair/typebox';
import { quoteName } from '../text/quote-text.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { meetNames } from './meet-lists.ts';
import { Count, closed, Json, options, Reason, texts } from './schema-parts.ts';

const STANDARD = { readBytes: 1_000_000 } as const;

const kinds = Type.Union([texts('Kinds of attachments.'), Type.Literal('*')], {
  description: 'Kinds it may open, or `*`.',
});
const ReadOptions = options({ offset: Type.Optional(Count), length: Type.Optional(Count) });

/** Files and pictures that came with the turn, by reference and never by path. */
export const attachmentsCapability = defineCapability({
  handle: 'attachments',
  summary: 'Attachments of the turn.',
  example: '{ kinds: "*" }',
  request: Type.Object({ kinds, reason: Reason }, closed),
  grant: Type.Object({ kinds }, closed),
  standard: STANDARD,
  narrow: (grant, request) => ({ kinds: meetKinds(grant.kinds, request.kinds) }),
  grantAll: (request) => ({ kinds: request.kinds.includes('*') ? '*' : request.kinds }),
  asks: (request) =>
    (request.kinds === '*' ? ['*'] : request.kinds).map((kind) => ({ what: `kind ${kind}` })),
  values: {
    form: 'a kind of attachment, or * for all of them',
    list: ({ kinds: granted }) =>
      (granted === '*' ? ['*'] : granted).map((kind) => ({
        value: kind,
        words: kind === '*' ? 'opens whatever is attached' : `opens attached ${quoteName(kind)}`,
      })),
    add: (grant, value) => {
      if (value === '') return undefined;
      if (value === '*' || grant?.kinds === '*') return { kinds: '*' as const };
      return { kinds: [...new Set([...(grant?.kinds ?? []), value])] };
    },
    remove: (grant, value) => {
      const left = grant.kinds === '*' ? [] : grant.kinds.filter((kind) => kind !== value);
      if (grant.kinds === '*' && value !== '*') return grant;
      return left.length === 0 ? undefined : { kinds: left };
    },
  },
  operations: {
    list: defineOperation({
      summary: 'Lists the attachments of the turn, of granted kinds.',
      call: () => ({}),
      input: Type.Object({}, closed),
      output: Type.Array(
        Type.Object({
          ref: Type.String(),
          kind: Type.String(),
          name: Type.Optional(Type.String()),
          mimeType: Type.Optional(Type.String()),
          metadata: Type.Optional(Json),
        }),
      ),
      target: () => '*',
    }),
    read: defineOperation({
      summary: 'Reads an attachment or a range of it; `content` is base64.',
      call: (ref: string, settings?: typeof ReadOptions.static) => ({ ref, options: settings }),
      input: Type.Object(
        {
          ref: Type.String({ minLength: 1, maxLength: 500 }),
          options: Type.Optional(ReadOptions),
        },
        closed,
      ),
      output: Type.Object({
        content: Type.String(),
        size: Count,
        offset: Count,
        bytes: Count,
        eof: Type.Boolean(),
      }),
      target: ({ ref }) => ref,
    }),
  },
});

type Kinds = readonly string[] | '*';

function meetKinds(granted: Kinds, asked: Kinds): Kinds {
  if (asked === '*') return granted;
  return granted === '*' ? asked : meetNames(granted, asked);
}
