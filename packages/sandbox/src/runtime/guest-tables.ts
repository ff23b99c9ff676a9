import { CONTENT_PARTS, HANDLE_OUTLINES } from '@mortise/contracts';

/** What the guest knows of the contracts, as JSON by the name it uses: schemas stay outside. */
export const GUEST_TABLES = {
  CAPABILITY_HANDLES: JSON.stringify(HANDLE_OUTLINES),
  CONTENT_PARTS: JSON.stringify(CONTENT_PARTS),
} as const;
