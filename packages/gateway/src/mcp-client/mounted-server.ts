import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import {
  type Disposer,
  entryKind,
  type McpServerConfig,
  type McpServerState,
  type McpServerStatus,
  showOnOneLine,
} from '@mortise/contracts';
import { type ClaimedTools, describeConfinement, type Host, type PinnedTool } from '@mortise/host';
import { answerServer } from './answer-server.ts';
import { createDenial } from './choose-remote-tools.ts';
import { connectServer } from './connect-server.ts';
import {
  describeRemoteTools,
  isServerName,
  type RemoteTools,
  refused,
} from './describe-remote-tools.ts';
import { ListRefresher } from './list-refresher.ts';
import { type ListedEntry, listRemoteOffers } from './list-remote-offers.ts';
import { connectSettings, type MountSettings } from './mount-options.ts';
import { OpenCalls } from './open-calls.ts';
import { createRemoteRunner } from './remote-runner.ts';
import { Restarts } from './restarts.ts';
import { type RemoteTool, ServerOffer } from './server-offer.ts';
import { reasonOf, serverTroubles } from './server-troubles.ts';
import { ServerWords } from './server-words.ts';

const REASON_CHARS = 500;
/** Access tokens that may still be in what a server says: the one of now, and the one before. */
const KEPT_TOKENS = 2;

/** Keeps one server connected and its tools in the registry, until it is closed. */
export class MountedServer {
  readonly config: McpServerConfig;
  readonly #host: Host;
  readonly #settings: MountSettings;
  readonly #words: ServerWords;
  readonly #restarts: Restarts;
  readonly #offer: ServerOffer;
  readonly #tokens: Disposer[] = [];
  readonly #calls = new OpenCalls();
  #status: McpServerStatus;
  #reason: string | undefined;
  /** Of the connection that is made or held; what earlier ones say is over. */
  #attempt = new AbortController();
  #connecting: Promise<void> | undefined;
  #opening: Promise<unknown> = Promise.resolve();
  #dropped: Promise<unknown> = Promise.resolve();
  #client: Client | undefined;
  #refresher: ListRefresher | undefined;
  #pid: number | undefined;
  #claimed: ClaimedTools | undefined;
  /** What is claimed, as text: a list that says the same again changes nothing. */
  #listed = '';
  #remoteTools: ReadonlyMap<string, RemoteTool> = new Map();
  #begunAt = performance.now();
  #retryAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: Host, config: McpServerConfig, settings: MountSettings) {
    this.#host = host;
    this.config = config;
    this.#settings = settings;
    this.#status = config.enabled ? 'connecting' : 'off';
    const { logger, redactor } = settings;
    this.#words = new ServerWords({ server: config.name, logger, redactor });
    this.#restarts = new Restarts(settings);
    this.#offer = new ServerOffer(config, host.servers.pins);
  }

  state(): McpServerState {
    const { name, url } = this.config;
    const { count: restarts, lastFailure } = this.#restarts;
    const troubles = serverTroubles({
      ...{ config: this.config, status: this.#status, isHostClosed: this.#host.isClosed },
      ...{ reason: this.#reason, triedMs: performance.now() - this.#begunAt },
    });
    const claims = this.#claimed?.diagnostics ?? [];
    const confinement = describeConfinement(this.config, this.#settings.processes.jail);
    return {
      ...{ name, status: this.#status, transport: url === undefined ? 'stdio' : 'http', restarts },
      tools: this.#claimed?.names ?? [],
      leftOut: this.#offer.leftOut(),
      pin: this.#offer.pin(),
      diagnostics: [...troubles, ...this.#offer.diagnostics(), ...claims],
      stderr: this.#words.tail(),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      ...(lastFailure === undefined ? {} : { lastFailure }),
      ...(this.#retryAt === undefined ? {} : { retryAt: this.#retryAt }),
      ...(this.#pid === undefined ? {} : { pid: this.#pid }),
      ...(confinement === undefined ? {} : { confinement }),
    };
  }

  /** Connects it, or has it wait for its first call; resolves however that ends. */
  async mount(): Promise<void> {
    if (this.config.lazy === true && (await this.#rest())) return;
    await this.connect();
  }

  /** Tries once and resolves however that ends; a failure is tried again later, for ever. */
  connect(): Promise<void> {
    const running = this.#connecting;
    if (running !== undefined && !this.#attempt.signal.aborted) return running;
    // One that was given up ends before the next begins.
    const next = (running ?? Promise.resolve()).then(() => this.#connect());
    this.#connecting = next.finally(() => {
      if (this.#connecting === own) this.#connecting = undefined;
    });
    const own = this.#connecting;
    return own;
  }

  /** Ends the connection and makes it anew, without a pause. */
  async reconnect(): Promise<void> {
    if (this.#isOver()) return;
    clearTimeout(this.#timer);
    this.#drop();
    await this.connect();
  }

  /** Resolves when it was asked what it offers. */
  async ask(): Promise<void> {
    if (this.#offer.isKnown || this.#isOver()) return;
    clearTimeout(this.#timer);
    await this.connect();
  }

  /** Pins what it offers, if that has this hash; rejects otherwise. */
  async approve(hash: string): Promise<void> {
    await this.#offer.approve(hash);
    this.#claim();
  }

  /** Compares with what was approved, which another process may have changed. Never rejects. */
  async recheck(): Promise<void> {
    try {
      await this.#offer.recheck();
      if (this.#claimed !== undefined) this.#claim();
    } catch (error) {
      if (!this.#isOver()) this.#lose(reasonOf(error));
    }
  }

  /** Takes the tools back and ends the connection, and with it the process of the server. */
  async close(): Promise<void> {
    this.#status = 'closed';
    clearTimeout(this.#timer);
    this.#claimed?.disposer();
    this.#claimed = undefined;
    this.#drop();
    await this.#dropped;
    for (const forget of this.#tokens.splice(0)) forget();
  }

  /** Has approved tools stand for a server that starts with its first call; false if none were approved. */
  async #rest(): Promise<boolean> {
    try {
      if (this.#isOver() || !(await this.#offer.assume((tools) => this.#describe(asListed(tools)))))
        return false;
    } catch {
      // What is wrong with the lock file is said by the attempt to connect.
      return false;
    }
    if (this.#isOver()) return true;
    this.#status = 'idle';
    this.#claim();
    return true;
  }

  async #connect(): Promise<void> {
    if (this.#isOver() || this.#client !== undefined) return;
    if (this.#host.isClosed) return this.#give('The host is closed.');
    if (!isServerName(this.config.name)) {
      return this.#give('A name has letters, digits, - and single underscores.');
    }
    this.#status = 'connecting';
    this.#begunAt = performance.now();
    this.#retryAt = undefined;
    this.#restarts.begun();
    const attempt = new AbortController();
    this.#attempt = attempt;
    // Two processes of one server could be in each other's way.
    await this.#dropped;
    try {
      const client = await this.#open(attempt.signal);
      // It was given up meanwhile, and only this function holds the connection.
      if (attempt.signal.aborted) return void (await client.close());
      this.#client = client;
      this.#refresher = new ListRefresher(
        () => this.#refreshAgain(client),
        this.#settings.refreshPauseMs,
      );
      await this.#refresh(client);
      if (attempt.signal.aborted) return;
      this.#status = 'connected';
      this.#reason = undefined;
      this.#restarts.connected();
      this.#settings.processes.answered(this.config);
    } catch (error) {
      if (!attempt.signal.aborted) this.#lose(reasonOf(error));
    }
  }

  #open(signal: AbortSignal): Promise<Client> {
    const limits = this.#host.limits(this.config.name);
    const settings = connectSettings(this.#settings, limits, (token) => this.#hide(token));
    const lose = (reason: string): void => {
      if (!signal.aborted) this.#lose(reason);
    };
    const opening = connectServer(this.config, settings, {
      ...{ words: this.#words, signal, onBreak: lose },
      onClient: (client) =>
        answerServer(client, { server: this.config, host: this.#host, calls: this.#calls }),
      onListChanged: () => this.#refresher?.ask(),
      onClose: () => lose('The server closed the connection.'),
      onProcess: (pid) => {
        if (!signal.aborted) this.#pid = pid;
      },
    });
    this.#opening = opening.then(
      () => undefined,
      () => undefined,
    );
    return opening;
  }

  /** Ends the connection, or gives up to make one. */
  #drop(): void {
    const client = this.#client;
    this.#attempt.abort();
    this.#client = undefined;
    this.#refresher?.stop();
    this.#refresher = undefined;
    this.#pid = undefined;
    // One that is being made ends with its signal.
    this.#dropped = Promise.all([this.#opening, client?.close().catch(() => undefined)]);
  }

  /** Has an access token taken out of whatever leaves, as long as it may be seen somewhere. */
  #hide(token: string): void {
    this.#tokens.push(this.#host.redactSecret(token));
    for (const forget of this.#tokens.splice(0, this.#tokens.length - KEPT_TOKENS)) forget();
  }

  // A method: `#status` changes while others wait, which the compiler cannot see.
  #isOver(): boolean {
    return this.#status === 'closed' || this.#status === 'off';
  }

  #give(reason: string): void {
    this.#status = 'failed';
    this.#reason = reason;
  }

  #lose(why: string): void {
    if (this.#isOver() || this.#status === 'waiting') return;
    const { logger, redactor, now } = this.#settings;
    const said = this.#words.explain(why);
    const reason = showOnOneLine((redactor()?.redact(said) ?? said).slice(0, REASON_CHARS));
    this.#status = 'waiting';
    this.#reason = reason;
    this.#claimed?.setAvailable(false);
    this.#drop();
    const pauseMs = this.#restarts.failed(reason);
    this.#retryAt = now() + pauseMs;
    // What is not well stands in the list of the host, which tells it.
    logger.info({ server: this.config.name, reason, pauseMs }, 'An MCP server is not connected.');
    this.#timer = setTimeout(() => void this.mount(), pauseMs);
    this.#timer.unref();
  }

  /** A server that cannot say what has changed keeps what it had. */
  async #refreshAgain(client: Client): Promise<void> {
    try {
      await this.#refresh(client);
    } catch (error) {
      if (this.#client !== client) return;
      if (!(error instanceof ProtocolError)) return this.#lose(reasonOf(error));
      const { logger } = this.#settings;
      logger.warn({ server: this.config.name, error }, 'An MCP server did not list its tools.');
    }
  }

  async #refresh(client: Client): Promise<void> {
    const { toolsPerServer: most, connectMs } = this.#host.limits(this.config.name);
    const timeoutMs = this.#settings.connectTimeoutMs ?? connectMs;
    const { entries, unlisted } = await listRemoteOffers(client, { most, timeoutMs });
    if (this.#client !== client) return;
    const remote = this.#describe(entries);
    const missing = unlisted.map((list) => refused(`(${list})`, 'The server did not list them.'));
    await this.#offer.take({ ...remote, diagnostics: [...remote.diagnostics, ...missing] });
    if (this.#client === client) this.#claim();
  }

  #describe(listed: readonly ListedEntry[]): RemoteTools {
    const limits = this.#host.limits(this.config.name);
    const { toolsPerServer: most } = limits;
    const rules = { limits, redactor: this.#settings.redactor() };
    const remote = describeRemoteTools(this.config, listed.slice(0, most), rules);
    if (listed.length <= most) return remote;
    const surplus = refused(
      '(the rest)',
      `Only ${most} tools, prompts and resources of a server are taken.`,
    );
    return { ...remote, diagnostics: [...remote.diagnostics, surplus] };
  }

  #claim(): void {
    const { name } = this.config;
    const tools = this.#offer.tools();
    this.#remoteTools = this.#offer.remoteTools();
    const text = JSON.stringify(tools);
    if (this.#claimed === undefined || text !== this.#listed) {
      this.#claimed?.disposer();
      const runner = createRemoteRunner({
        server: name,
        client: () => this.#client,
        wake: this.config.lazy === true ? () => this.#wake() : undefined,
        remoteTool: (tool) => this.#remoteTools.get(tool),
        prefix: this.config.prefix ?? name,
        isDenied: createDenial(this.config),
        limits: () => this.#host.limits(name),
        mayWait: Object.keys(this.config.grants ?? {}).length > 0,
        calls: this.#calls,
        onLost: (client, error) => {
          if (this.#client === client) this.#lose(reasonOf(error));
        },
      });
      this.#claimed = this.#host.registerRunnerTools(name, tools, runner);
      this.#listed = text;
    }
    this.#claimed.setAvailable(this.#status !== 'waiting');
  }

  /** Starts a server that waits for its first call. */
  async #wake(): Promise<Client | undefined> {
    if (this.#status === 'idle' || this.#connecting !== undefined) await this.connect();
    return this.#client;
  }
}

/** Approved tools as a server would list them. */
function asListed(tools: readonly PinnedTool[]): readonly ListedEntry[] {
  return tools.map(({ name, description, schema, outputSchema, annotations, mimeType }) => ({
    ...{ name, kind: entryKind(name), description, inputSchema: { type: 'object', ...schema } },
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(outputSchema === undefined ? {} : { outputSchema: { type: 'object', ...outputSchema } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  }));
}
