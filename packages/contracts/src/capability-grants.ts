import { type Static, Type } from '@sinclair/typebox';

const Text = Type.String({ minLength: 1, maxLength: 1_000 });
const texts = (description: string) => Type.Array(Text, { maxItems: 256, description });
const bytes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 8_000_000, description });
const milliseconds = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 600_000, description });
const closed = { additionalProperties: false } as const;

export const NetworkGrant = Type.Object(
  {
    allowedHosts: texts(
      '`host`, `*.host` or `*` (any name, never an address), with `:port` and `https://` or `http://`; without them https and the port of the scheme.',
    ),
    methods: Type.Optional(texts('HTTP methods; GET and HEAD if absent.')),
    allowPrivate: Type.Optional(
      texts('Addresses or CIDR blocks that may be connected to although they are not public.'),
    ),
    maxRequestBytes: Type.Optional(bytes('Most bytes of a request body.')),
    maxResponseBytes: Type.Optional(bytes('Most bytes of a response body.')),
    timeoutMs: Type.Optional(milliseconds('Most time of one request.')),
  },
  { ...closed, description: 'Requests it may make.' },
);
export type NetworkGrant = Static<typeof NetworkGrant>;

export const SECRET_PLACES = ['header', 'query', 'body'] as const;
export type SecretPlace = (typeof SECRET_PLACES)[number];

export const SecretGrant = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1_000, description: 'The name of the secret.' }),
    hosts: Type.Optional(
      texts('Hosts the value may be sent to; without them a placeholder is filled in nowhere.'),
    ),
    places: Type.Optional(
      Type.Array(Type.Union(SECRET_PLACES.map((each) => Type.Literal(each))), {
        description: 'Where in a request the value may stand; in headers if absent.',
      }),
    ),
    reveal: Type.Optional(Type.Boolean({ description: 'The guest may see the value itself.' })),
  },
  { ...closed, description: 'One secret by its name.' },
);
export type SecretGrant = Static<typeof SecretGrant>;

export const StorageGrant = Type.Object(
  {
    scope: Type.Optional(
      Type.Union([Type.Literal('tool-private'), Type.Literal('session'), Type.Literal('agent')], {
        description: 'Who shares what is stored; one tool alone if absent.',
      }),
    ),
    quotaBytes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Most bytes it may keep.' }),
    ),
  },
  { ...closed, description: 'A key-value store of its own.' },
);
export type StorageGrant = Static<typeof StorageGrant>;

export const FileGrant = Type.Object(
  {
    read: Type.Optional(texts('Absolute real paths; what lies below may be read.')),
    write: Type.Optional(
      texts('Absolute real paths; what lies below may be written, which is not reading.'),
    ),
    allowHardLinks: Type.Optional(
      Type.Boolean({
        description: 'Take files with a second name somewhere; that name may lie outside.',
      }),
    ),
    maxReadBytes: Type.Optional(bytes('Most bytes of one read.')),
    maxWriteBytes: Type.Optional(bytes('Most bytes of one write.')),
  },
  { ...closed, description: 'Folders it may reach.' },
);
export type FileGrant = Static<typeof FileGrant>;

export const ProcessGrant = Type.Object(
  {
    allowedBinaries: texts(
      'Absolute paths, or bare names looked up in the directories the operator gave.',
    ),
    cwd: Type.Optional(
      texts('Folders a process may run in, the first by default; `/` without any.'),
    ),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 4_000 }), {
        description: 'The whole environment.',
      }),
    ),
    maxOutputBytes: Type.Optional(bytes('Most bytes of output.')),
    timeoutMs: Type.Optional(milliseconds('Most time of one process.')),
  },
  { ...closed, description: 'Programs it may run.' },
);
export type ProcessGrant = Static<typeof ProcessGrant>;

export const AttachmentGrant = Type.Object(
  {
    kinds: Type.Union([texts('Kinds of attachments.'), Type.Literal('*')], {
      description: 'Kinds it may open, or `*`.',
    }),
  },
  { ...closed, description: 'Attachments of the turn.' },
);
export type AttachmentGrant = Static<typeof AttachmentGrant>;

/** What an operator grants, per capability. What is absent is not granted. */
export const CapabilityGrants = Type.Object(
  {
    network: Type.Optional(NetworkGrant),
    secrets: Type.Optional(
      Type.Array(SecretGrant, { maxItems: 256, description: 'Secrets it may use.' }),
    ),
    storage: Type.Optional(StorageGrant),
    fs_reach: Type.Optional(FileGrant),
    process: Type.Optional(ProcessGrant),
    attachments: Type.Optional(AttachmentGrant),
  },
  closed,
);
export type CapabilityGrants = Static<typeof CapabilityGrants>;

/** What an agent's policy leaves of grants: a field that is absent is no ceiling, an empty list is nothing. */
export type CapabilityCeilings = {
  readonly [Name in keyof CapabilityGrants]?: Name extends 'secrets'
    ? CapabilityGrants[Name]
    : Partial<CapabilityGrants[Name]>;
};
