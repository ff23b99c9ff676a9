import type { Logger } from '@mortise/contracts';
import type { HostAudit } from '../audit/host-audit.ts';
import type { ActingPrincipal } from '../audit/record-operator-action.ts';
import type { ConfigProposal } from '../config/config-holder.ts';

export interface ReloadOptions {
  /** Who asked for it, for the audit log; the embedder if absent. */
  readonly by?: ActingPrincipal;
}

export interface FinishedReload {
  readonly by: ActingPrincipal;
  /** The file that was read. */
  readonly file: string;
  readonly proposal: ConfigProposal;
}

/** Codes of problems that the record names. */
const MOST_CODES = 20;

/** Writes down that a configuration was taken or refused. It is in force by then: what cannot be written is a diagnostic. */
export function recordReload(
  { audit, logger }: { readonly audit: HostAudit; readonly logger: Logger },
  { by, file, proposal }: FinishedReload,
): void {
  const isTaken = proposal.status !== 'refused';
  const codes = [...new Set(proposal.diagnostics.map(({ code }) => code))].slice(0, MOST_CODES);
  try {
    audit.recordAction({
      ...{ principal: by, action: 'config.reload', target: file.slice(0, 500) },
      decision: isTaken ? 'allowed' : 'failed',
      detail: { ...(isTaken ? { revision: proposal.config.revision } : {}), diagnostics: codes },
    });
  } catch (error) {
    logger.error({ error }, 'A reload was not written down.');
  }
}
