import type { Client } from '@modelcontextprotocol/client';
import { type Diagnostic, ERROR_CODES, type McpServerConfig } from '@mortise/contracts';
import type { ClaimedTools, Host } from '@mortise/host';
import { connectServer, listRemoteTools } from './connect-server.ts';
import {
  describeRemoteTools,
  isServerName,
  type RemoteTools,
  refused,
} from './describe-remote-tools.ts';
import { connectSettings, type MountSettings } from './mount-options.ts';
import { createRemoteRunner } from './remote-runner.ts';
import { ServerWords } from './server-words.ts';

/** One server as an operator sees it. */
export interface McpServerState {
  readonly name: string;
  readonly status: 'connecting' | 'connected' | 'waiting' | 'failed' | 'closed';
  readonly tools: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why it is not connected. */
  readonly reason?: string;
}

/** A server that takes longer to answer is worth a warning, ms. */
const SLOW_MS = 3_000;

/** Keeps one server connected and its tools in the registry, until it is closed. */
export class MountedServer {
  readonly config: McpServerConfig;
  readonly #host: Host;
  readonly #settings: MountSettings;
  #status: McpServerState['status'] = 'connecting';
  #reason: string | undefined;
  #client: Client | undefined;
  #claimed: ClaimedTools | undefined;
  /** What is claimed, as text: a list that says the same again changes nothing. */
  #listed = '';
  #remote: RemoteTools = { tools: [], remoteNames: new Map(), diagnostics: [] };
  readonly #words: ServerWords;
  #failures = 0;
  #begunAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(host: Host, config: McpServerConfig, settings: MountSettings) {
    this.#host = host;
    this.config = config;
    this.#settings = settings;
    this.#words = new ServerWords(config.name, settings.logger);
  }

  state(): McpServerState {
    const { name } = this.config;
    const diagnostics = [...this.#remote.diagnostics, ...(this.#claimed?.diagnostics ?? [])];
    return {
      name,
      status: this.#status,
      tools: this.#claimed?.names ?? [],
      diagnostics: [...this.#troubles(), ...diagnostics],
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    };
  }

  /** Tries once and resolves however that ends; a failure is tried again later, for ever. */
  async connect(): Promise<void> {
    if (this.#isClosed()) return;
    if (this.#host.isClosed) return this.#give('The host is closed.');
    if (!isServerName(this.config.name)) {
      return this.#give('A name has letters, digits, - and single underscores.');
    }
    this.#status = 'connecting';
    this.#begunAt = performance.now();
    try {
      const settings = connectSettings(this.#settings, this.#host.limits(this.config.name));
      const client = await connectServer(this.config, settings, {
        words: this.#words,
        onListChanged: () => this.#refreshSoon(),
        onClose: () => this.#lose('The server closed the connection.'),
      });
      // The server may have been unmounted meanwhile, and only this function holds the connection.
      if (this.#isClosed()) return void (await client.close());
      this.#client = client;
      await this.#refresh(client);
      this.#status = 'connected';
      this.#reason = undefined;
      this.#failures = 0;
    } catch (error) {
      this.#lose(reasonOf(error));
    }
  }

  /** Takes the tools back and ends the connection, and with it the process of the server. */
  async close(): Promise<void> {
    this.#status = 'closed';
    clearTimeout(this.#timer);
    this.#claimed?.disposer();
    this.#claimed = undefined;
    const client = this.#client;
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  #troubles(): readonly Diagnostic[] {
    const found = { subject: this.config.name, path: this.config.path };
    if (this.#host.isClosed) {
      const { summary: message, hint } = ERROR_CODES.host_closed;
      return [{ code: 'host_closed', severity: 'warning', ...found, message, hint }];
    }
    if (this.#reason !== undefined) {
      const { summary, hint } = ERROR_CODES.mcp_server_failed;
      const message = `${summary} ${this.#reason}`;
      return [{ code: 'mcp_server_failed', severity: 'error', ...found, message, hint }];
    }
    if (this.#status !== 'connecting') return [];
    const { summary: message, hint } = ERROR_CODES.mcp_server_connecting;
    const severity = performance.now() - this.#begunAt < SLOW_MS ? 'info' : 'warning';
    return [{ code: 'mcp_server_connecting', severity, ...found, message, hint }];
  }

  // A method: `#status` changes while others wait, which the compiler cannot see.
  #isClosed(): boolean {
    return this.#status === 'closed';
  }

  #give(reason: string): void {
    this.#status = 'failed';
    this.#reason = reason;
  }

  #lose(why: string): void {
    if (this.#isClosed() || this.#status === 'waiting') return;
    const reason = this.#words.explain(why).slice(0, 500);
    const { logger, firstPauseMs, longestPauseMs } = this.#settings;
    const client = this.#client;
    this.#client = undefined;
    this.#status = 'waiting';
    this.#reason = reason;
    this.#claimed?.setAvailable(false);
    void client?.close().catch(() => undefined);
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(this.#failures, 16), longestPauseMs);
    this.#failures += 1;
    logger.warn({ server: this.config.name, reason, pauseMs }, 'An MCP server is not connected.');
    this.#timer = setTimeout(() => void this.connect(), pauseMs);
    this.#timer.unref();
  }

  #refreshSoon(): void {
    const client = this.#client;
    if (client === undefined || this.#status !== 'connected') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#refresh(client).catch((error: unknown) => this.#lose(String(error)));
    }, this.#settings.refreshPauseMs);
    this.#timer.unref();
  }

  async #refresh(client: Client): Promise<void> {
    const { name } = this.config;
    const limits = () => this.#host.limits(name);
    const { toolsPerServer: most } = limits();
    const listed = await listRemoteTools(client, this.#settings, most);
    if (this.#client !== client) return;
    const remote = describeRemoteTools(name, listed.slice(0, most), limits());
    const surplus =
      listed.length > most
        ? [refused('(the rest)', `Only ${most} tools of a server are taken.`)]
        : [];
    this.#remote = { ...remote, diagnostics: [...remote.diagnostics, ...surplus] };
    const text = JSON.stringify(remote.tools);
    if (this.#claimed === undefined || text !== this.#listed) {
      this.#claimed?.disposer();
      const runner = createRemoteRunner({
        server: name,
        client: () => this.#client,
        remoteName: (tool) => this.#remote.remoteNames.get(tool),
        limits,
        onLost: (error) => this.#lose(String(error)),
      });
      this.#claimed = this.#host.registerRunnerTools(name, remote.tools, runner);
      this.#listed = text;
    }
    this.#claimed.setAvailable(true);
  }
}

const MOST_CAUSES = 4;

/**
 * An error with its causes (`fetch failed` says little), and without what is said of every failure of a
 * server: the report says that once.
 */
function reasonOf(error: unknown): string {
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
