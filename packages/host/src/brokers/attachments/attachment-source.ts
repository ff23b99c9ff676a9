import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Attachment, BrokerSubject } from '@mortise/contracts';

/** The attachments of a call, and their bytes. Both come from the host; a guest knows refs only. */
export interface AttachmentSource {
  attachmentsOf(subject: BrokerSubject): readonly Attachment[];
  /** At most `length` bytes from `offset`, and the size of the whole. */
  read(attachment: Attachment, range: AttachmentRange): Promise<AttachmentBytes>;
}

export interface AttachmentRange {
  readonly offset: number;
  readonly length: number;
}

export interface AttachmentBytes {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** Reads attachments that the host keeps as files. Their paths are the host's own and trusted. */
export async function readAttachmentFile(
  { ref, path }: Attachment,
  { offset, length }: AttachmentRange,
): Promise<AttachmentBytes> {
  if (path === undefined) throw new Error(`The attachment ${ref} has no file.`);
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new Error(`The attachment ${ref} is not a regular file.`);
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, stats.size - offset)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  return { bytes: buffer.subarray(0, bytesRead), size: stats.size };
}
