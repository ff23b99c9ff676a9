import {
  type Diagnostic,
  ERROR_CODES,
  type McpServerConfig,
  type McpServerStatus,
} from '@mortise/contracts';

/** A server that takes longer to answer is worth a warning, ms. */
const SLOW_MS = 3_000;

export interface ServerCondition {
  readonly config: McpServerConfig;
  readonly status: McpServerStatus;
  readonly reason: string | undefined;
  /** How long it has been tried for, ms. */
  readonly triedMs: number;
  readonly isHostClosed: boolean;
}

/** What an operator should know of the connection to a server. */
export function serverTroubles(condition: ServerCondition): readonly Diagnostic[] {
  const { config, status, reason, triedMs, isHostClosed } = condition;
  const found = { subject: config.name, path: config.path };
  if (isHostClosed) {
    const { summary: message, hint } = ERROR_CODES.host_closed;
    return [{ code: 'host_closed', severity: 'warning', ...found, message, hint }];
  }
  if (reason !== undefined) {
    const message = `${ERROR_CODES.mcp_server_failed.summary} ${reason}`;
    const hint = hintFor(config, reason);
    return [{ code: 'mcp_server_failed', severity: 'error', ...found, message, hint }];
  }
  if (status !== 'connecting') return [];
  const { summary: message, hint } = ERROR_CODES.mcp_server_connecting;
  const severity = triedMs < SLOW_MS ? 'info' : 'warning';
  return [{ code: 'mcp_server_connecting', severity, ...found, message, hint }];
}

const REFUSED = /EACCES|EROFS|EPERM|permission denied|not permitted|read-only file system/i;

/** As `ProgramJail` says it. */
const UNJAILED = /it needs a jail, and there is none: /;

/** The next step; a program that was refused something most often needs more than its jail lets it reach. */
function hintFor({ name, path, url, sandbox }: McpServerConfig, reason: string): string {
  if (UNJAILED.test(reason)) return ERROR_CODES.jail_missing.hint;
  if (url === undefined && sandbox !== 'off' && REFUSED.test(reason)) {
    return `Its jail may be too narrow: \`mortise mcp show ${name}\` says what it reaches; add files and folders under \`${path}.sandbox.read\` or \`write\`; \`sandbox: off\` holds nothing.`;
  }
  return ERROR_CODES.mcp_server_failed.hint.replaceAll('<server>', name);
}

const MOST_CAUSES = 4;
/** What the libraries say around the cause. */
const AROUND = /^(?:Version negotiation probe failed|fetch failed|Error|TypeError)(?:: |$)/;

/**
 * An error with its causes (`fetch failed` says little), and without what is said of every failure of a
 * server: the report says that once.
 */
export function reasonOf(error: unknown): string {
  const text = collectCauses(error);
  const { summary } = ERROR_CODES.mcp_server_failed;
  let rest = text.startsWith(summary) ? text.slice(summary.length).trim() : text;
  while (AROUND.test(rest) && rest.replace(AROUND, '') !== '') rest = rest.replace(AROUND, '');
  return rest;
}

function collectCauses(error: unknown): string {
  const messages: string[] = [];
  let cause = error;
  while (cause !== undefined && messages.length < MOST_CAUSES) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    if (!messages.some((said) => said.includes(message))) messages.push(message);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return messages.join(': ');
}
