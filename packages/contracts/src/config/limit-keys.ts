import { limitsSchema, ownLimitsSchema } from '../limit-schema.ts';
import type { LimitOwner } from '../limits.ts';
import { LIMIT_NAMES } from '../resolve-limits.ts';
import { value } from './config-key.ts';

/** Limits that hold for the whole host. */
export const hostLimits = value(
  ['limits'],
  limitsSchema(LIMIT_NAMES, 'Limits of every extension and of the host; see docs/limits.md.'),
);

/** Limits that one extension or one MCP server has to itself. */
export const ownLimits = <Owner extends LimitOwner>(owner: Owner) =>
  value(
    ['limits'],
    ownLimitsSchema(owner, 'Its own limits, in place of those of the host; see docs/limits.md.'),
  );
