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
  readonly restarts: number;
  /** How long it has been tried for, ms. */
  readonly triedMs: number;
  readonly isHostClosed: boolean;
}

/** What an operator should know of the connection to a server. */
export function serverTroubles(condition: ServerCondition): readonly Diagnostic[] {
  const { config, status, reason, restarts, triedMs, isHostClosed } = condition;
  const found = { subject: config.name, path: config.path };
  if (isHostClosed) {
    const { summary: message, hint } = ERROR_CODES.host_closed;
    return [{ code: 'host_closed', severity: 'warning', ...found, message, hint }];
  }
  if (reason !== undefined) {
    const { summary, hint } = ERROR_CODES.mcp_server_failed;
    const again = restarts === 0 ? '' : ` (started again ${restarts} times)`;
    const message = `${summary} ${reason}${again}`;
    return [{ code: 'mcp_server_failed', severity: 'error', ...found, message, hint }];
  }
  if (status !== 'connecting') return [];
  const { summary: message, hint } = ERROR_CODES.mcp_server_connecting;
  const severity = triedMs < SLOW_MS ? 'info' : 'warning';
  return [{ code: 'mcp_server_connecting', severity, ...found, message, hint }];
}

const MOST_CAUSES = 4;

/**
 * An error with its causes (`fetch failed` says little), and without what is said of every failure of a
 * server: the report says that once.
 */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  let cause = error;
  while (cause !== undefined && messages.length < MOST_CAUSES) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    if (!messages.some((said) => said.includes(message))) messages.push(message);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  const { summary } = ERROR_CODES.mcp_server_failed;
  const text = messages.join(': ');
  return text.startsWith(summary) ? text.slice(summary.length).trim() : text;
}
