import {
  CONTENT_PARTS,
  CONTINUED_OPERATIONS,
  CONTINUED_PER_CALL,
  HANDLE_OUTLINES,
} from '@mortise/contracts';

/** What guest and runner know of the contracts, as JSON by the name they use: schemas stay outside. */
export const GUEST_TABLES = {
  CONTINUED_OPERATIONS: JSON.stringify(CONTINUED_OPERATIONS),
  CONTINUED_PER_CALL: JSON.stringify(CONTINUED_PER_CALL),
  CAPABILITY_HANDLES: JSON.stringify(HANDLE_OUTLINES),
  CONTENT_PARTS: JSON.stringify(CONTENT_PARTS),
} as const;
