import { type Static, Type } from '@sinclair/typebox';

const Text = Type.String({ minLength: 1, maxLength: 1_000 });
const Texts = Type.Array(Text, { maxItems: 256 });
const Bytes = Type.Integer({ minimum: 1, maximum: 8_000_000 });
const Milliseconds = Type.Integer({ minimum: 1, maximum: 600_000 });
const closed = { additionalProperties: false } as const;

export const NetworkGrant = Type.Object(
  {
    /**
     * `host`, `*.host` or `*` (any name, never an address), with `:port` and `https://` or `http://`;
     * without them https and the port of the scheme.
     */
    allowedHosts: Texts,
    /** Default GET and HEAD. */
    methods: Type.Optional(Texts),
    /** Addresses or CIDR blocks that may be connected to although they are not public. */
    allowPrivate: Type.Optional(Texts),
    maxRequestBytes: Type.Optional(Bytes),
    maxResponseBytes: Type.Optional(Bytes),
    timeoutMs: Type.Optional(Milliseconds),
  },
  closed,
);
export type NetworkGrant = Static<typeof NetworkGrant>;

export const SECRET_PLACES = ['header', 'query', 'body'] as const;
export type SecretPlace = (typeof SECRET_PLACES)[number];

export const SecretGrant = Type.Object(
  {
    name: Text,
    /** Host patterns the value may be sent to. Without them a placeholder is filled in nowhere. */
    hosts: Type.Optional(Texts),
    /** Where in a request. Default header. */
    places: Type.Optional(Type.Array(Type.Union(SECRET_PLACES.map((each) => Type.Literal(each))))),
    /** The guest may see the value itself. */
    reveal: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type SecretGrant = Static<typeof SecretGrant>;

export const StorageGrant = Type.Object(
  {
    scope: Type.Optional(
      Type.Union([Type.Literal('tool-private'), Type.Literal('session'), Type.Literal('agent')]),
    ),
    quotaBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  },
  closed,
);
export type StorageGrant = Static<typeof StorageGrant>;

export const FileGrant = Type.Object(
  {
    /** Absolute real paths; what lies below a root may be read. */
    read: Type.Optional(Texts),
    /** Writing does not include reading. */
    write: Type.Optional(Texts),
    /** Files with a second name somewhere are refused without it: that name may be outside. */
    allowHardLinks: Type.Optional(Type.Boolean()),
    maxReadBytes: Type.Optional(Bytes),
    maxWriteBytes: Type.Optional(Bytes),
  },
  closed,
);
export type FileGrant = Static<typeof FileGrant>;

export const ProcessGrant = Type.Object(
  {
    /** Absolute paths, or bare names looked up in the directories the operator gave. */
    allowedBinaries: Texts,
    /** Roots a process may run in; the first is the default. Without them it runs in `/`. */
    cwd: Type.Optional(Texts),
    /** The whole environment. */
    env: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4_000 }))),
    maxOutputBytes: Type.Optional(Bytes),
    timeoutMs: Type.Optional(Milliseconds),
  },
  closed,
);
export type ProcessGrant = Static<typeof ProcessGrant>;

export const AttachmentGrant = Type.Object(
  { kinds: Type.Union([Texts, Type.Literal('*')]) },
  closed,
);
export type AttachmentGrant = Static<typeof AttachmentGrant>;

/** What an operator grants, per capability. What is absent is not granted. */
export const CapabilityGrants = Type.Object(
  {
    network: Type.Optional(NetworkGrant),
    secrets: Type.Optional(Type.Array(SecretGrant, { maxItems: 256 })),
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
