import type { JsonValue } from './json.ts';

/** A file or picture that came with the turn. */
export interface Attachment {
  readonly ref: string;
  readonly kind: string;
  readonly name?: string;
  readonly mimeType?: string;
  /** Where the host keeps it; no guest ever sees it. */
  readonly path?: string;
  readonly metadata?: JsonValue;
}
