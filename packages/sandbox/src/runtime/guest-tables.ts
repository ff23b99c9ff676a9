import {
  COMPLETE,
  CONTENT_PARTS,
  CONTINUED_OPERATIONS,
  CONTINUED_PER_CALL,
  ENTRY_KINDS,
  HANDLE_OUTLINES,
  PROMPT_ROLE,
} from '@mortise/contracts';

/** What guest and runner know of the contracts, as JSON by the name they use: schemas stay outside. */
export const GUEST_TABLES = {
  CONTINUED_OPERATIONS: JSON.stringify(CONTINUED_OPERATIONS),
  CONTINUED_PER_CALL: JSON.stringify(CONTINUED_PER_CALL),
  CAPABILITY_HANDLES: JSON.stringify(HANDLE_OUTLINES),
  CONTENT_PARTS: JSON.stringify(CONTENT_PARTS),
  ENTRY_KINDS: JSON.stringify(ENTRY_KINDS),
  COMPLETE: JSON.stringify(COMPLETE),
  PROMPT_ROLE: JSON.stringify(PROMPT_ROLE),
} as const;
