import {
  type Attachment,
  CAPABILITIES,
  type CapabilityBroker,
  type CapabilitySubject,
  type GrantOf,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { type ReadAttachment, readAttachmentFile } from './read-attachment.ts';

const { readBytes } = CAPABILITIES.attachments.standard;

/** The attachments of the call, of granted kinds, by ref and never by path. */
export function createAttachmentBroker(
  readAttachment: ReadAttachment = readAttachmentFile,
): CapabilityBroker<'attachments'> {
  return {
    list: (_input, grant, subject) => attachmentsWithin(grant, subject).map(describeAttachment),
    read: async ({ ref, options: { offset = 0, length = readBytes } = {} }, grant, subject) => {
      const attachment = attachmentsWithin(grant, subject).find((each) => each.ref === ref);
      if (attachment === undefined) throw denied('The call has no such attachment for this tool.');
      if (length > readBytes) throw failed(`At most ${readBytes} bytes can be read at once.`);
      const { bytes, size } = await readAttachment(attachment, { offset, length });
      return {
        content: Buffer.from(bytes).toString('base64'),
        size,
        offset,
        bytes: bytes.length,
        eof: offset + bytes.length >= size,
      };
    },
  };
}

function attachmentsWithin(
  { kinds }: GrantOf<'attachments'>,
  { attachments }: CapabilitySubject,
): readonly Attachment[] {
  return kinds === '*' ? attachments : attachments.filter(({ kind }) => kinds.includes(kind));
}

function describeAttachment({ path: _path, ...facts }: Attachment) {
  return facts;
}
