import type {
  Attachment,
  AttachmentGrant,
  BrokerSubject,
  CapabilityBroker,
  JsonValue,
} from '@mortise/contracts';
import { Type } from '@sinclair/typebox';
import { defineOperation } from '../broker-operation.ts';
import { denied, failed } from '../broker-refusal.ts';
import { type BrokerParts, createBroker } from '../create-broker.ts';
import { interpretGrant } from '../interpret-grant.ts';
import type { AttachmentSource } from './attachment-source.ts';

const MOST_BYTES = 1_000_000;

export interface AttachmentBrokerParts extends BrokerParts {
  readonly source: AttachmentSource;
}

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const ListInput = Type.Object({}, closed);
const ReadInput = Type.Object(
  {
    ref: Type.String({ minLength: 1, maxLength: 500 }),
    options: Type.Optional(
      Type.Object({ offset: Type.Optional(Count), length: Type.Optional(Count) }, closed),
    ),
  },
  closed,
);

/** The attachments of the call, of granted kinds, by ref and never by path. */
export function createAttachmentBroker(parts: AttachmentBrokerParts): CapabilityBroker {
  const { source } = parts;
  const list = defineOperation({
    input: ListInput,
    parameters: [],
    target: () => '*',
    run: (_input, grant: AttachmentGrant, subject) =>
      granted(source, grant, subject).map(describeAttachment),
  });
  const read = defineOperation({
    input: ReadInput,
    parameters: ['ref', 'options'],
    target: ({ ref }) => ref,
    run: async ({ ref, options = {} }, grant: AttachmentGrant, subject) => {
      const attachment = granted(source, grant, subject).find((each) => each.ref === ref);
      if (attachment === undefined) throw denied('The call has no such attachment for this tool.');
      return readPart(source, attachment, options);
    },
  });
  const operations = new Map([
    ['list', list],
    ['read', read],
  ]);
  return createBroker(
    { capability: 'attachments', interpretGrant: interpretGrant('attachments'), operations },
    parts,
  );
}

function granted(source: AttachmentSource, { kinds }: AttachmentGrant, subject: BrokerSubject) {
  const all = source.attachmentsOf(subject);
  return kinds === '*' ? all : all.filter(({ kind }) => kinds.includes(kind));
}

function describeAttachment({ ref, kind, name, mimeType, metadata }: Attachment): JsonValue {
  return {
    ref,
    kind,
    ...(name === undefined ? {} : { name }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

async function readPart(
  source: AttachmentSource,
  attachment: Attachment,
  { offset = 0, length }: { readonly offset?: number; readonly length?: number },
): Promise<JsonValue> {
  if (length !== undefined && length > MOST_BYTES) {
    throw failed(`At most ${MOST_BYTES} bytes can be read at once.`);
  }
  const { bytes, size } = await source.read(attachment, { offset, length: length ?? MOST_BYTES });
  return {
    content: Buffer.from(bytes).toString('base64'),
    size,
    offset,
    bytes: bytes.length,
    eof: offset + bytes.length >= size,
  };
}
