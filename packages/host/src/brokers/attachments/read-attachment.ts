import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Attachment } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';

export interface AttachmentRange {
  readonly offset: number;
  readonly length: number;
}

export interface AttachmentBytes {
  readonly bytes: Uint8Array;
  /** Of the whole attachment. */
  readonly size: number;
}

/** At most `length` bytes from `offset`. */
export type ReadAttachment = (
  attachment: Attachment,
  range: AttachmentRange,
) => Promise<AttachmentBytes>;

/** Reads attachments that the host keeps as files. Their paths are the host's own and trusted. */
export const readAttachmentFile: ReadAttachment = async ({ ref, path }, { offset, length }) => {
  if (path === undefined) throw failed(`The attachment ${ref} has no file.`);
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) throw failed(`The attachment ${ref} is not a regular file.`);
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, stats.size - offset)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  return { bytes: buffer.subarray(0, bytesRead), size: stats.size };
};
