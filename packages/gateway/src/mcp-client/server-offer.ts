import {
  type Diagnostic,
  ERROR_CODES,
  type LeftOutTool,
  type McpServerConfig,
  MortiseError,
  type ServerPin,
  showOnOneLine,
  type ToolDescription,
} from '@mortise/contracts';
import {
  comparePins,
  formatPinChanges,
  offerHash,
  type PinChange,
  type PinnedTool,
  type ServerPins,
} from '@mortise/host';
import { NO_TOOLS, type RemoteTools } from './describe-remote-tools.ts';

const SHOWN_CHARS = 100;

/** A tool under the name that its server gives it. */
export type RemoteTool = Pick<PinnedTool, 'name' | 'schema'>;

/** What a server offers, what of it was approved, and what agents therefore get. */
export class ServerOffer {
  readonly #config: McpServerConfig;
  readonly #pins: ServerPins;
  #remote: RemoteTools = NO_TOOLS;
  #isKnown = false;
  #inForce: readonly PinnedTool[] = [];
  #changes: readonly PinChange[] = [];
  #status: ServerPin['status'];
  /** Made when it is asked for: of many tools it is long. */
  #pin: ServerPin | undefined;

  constructor(config: McpServerConfig, pins: ServerPins) {
    this.#config = config;
    this.#pins = pins;
    this.#status = pins.isKept ? 'unpinned' : 'none';
  }

  /** Whether the server was asked what it offers. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Takes what the server lists; agents get of it what was approved. Rejects if that cannot be read. */
  async take(remote: RemoteTools): Promise<void> {
    this.#remote = remote;
    this.#isKnown = true;
    await this.recheck();
  }

  /** Takes what was approved for what the server would list; false if nothing was. */
  async assume(describe: (pinned: readonly PinnedTool[]) => RemoteTools): Promise<boolean> {
    const pinned = await this.#pins.read(this.#config.name);
    if (pinned === undefined) return false;
    this.#remote = describe(pinned.tools);
    await this.recheck();
    return true;
  }

  /** Compares again with what was approved, which another process may have changed. */
  async recheck(): Promise<void> {
    const pinned = await this.#pins.read(this.#config.name);
    const { offered } = this.#remote;
    this.#pin = undefined;
    if (pinned === undefined) {
      this.#status = this.#pins.isKept ? 'unpinned' : 'none';
      [this.#inForce, this.#changes] = [offered, []];
      return;
    }
    // What the operator does not want has not gone.
    const unwanted = new Set(this.#remote.leftOut.map(({ tool }) => tool));
    const wanted = pinned.tools.filter(({ name }) => !unwanted.has(shown(name)));
    const { inForce, changes } = comparePins(wanted, offered);
    this.#status = changes.length === 0 ? 'pinned' : 'waits';
    [this.#inForce, this.#changes] = [inForce, changes];
  }

  /** What agents get, under the names of this host. */
  tools(): readonly ToolDescription[] {
    return this.#inForce.flatMap(({ name: remoteName, ...definition }) => {
      const name = this.#remote.names.get(remoteName);
      return name === undefined ? [] : [{ name, ...definition }];
    });
  }

  /** The tools that agents get as the server knows them, by their names here. */
  remoteTools(): ReadonlyMap<string, RemoteTool> {
    const { names } = this.#remote;
    return new Map(
      this.#inForce.map(({ name, schema }) => [names.get(name) ?? '', { name, schema }]),
    );
  }

  leftOut(): readonly LeftOutTool[] {
    const reasons = {
      added: 'It is new and waits for approval.',
      removed: 'The server does not have it any more.',
    };
    const waiting = this.#changes.flatMap(({ kind, tool }): readonly LeftOutTool[] => {
      if (kind === 'changed') return [];
      const name = this.#remote.names.get(tool);
      const named = name === undefined ? {} : { name };
      return [{ tool: shown(tool), ...named, reason: reasons[kind] }];
    });
    return [...this.#remote.leftOut, ...waiting];
  }

  pin(): ServerPin {
    this.#pin ??= this.#describePin();
    return this.#pin;
  }

  diagnostics(): readonly Diagnostic[] {
    return [...this.#remote.diagnostics, ...this.#pinTroubles()];
  }

  /** Pins exactly what has this hash. Rejects with `mcp_offer_changed` if the server offers something else. */
  async approve(hash: string): Promise<void> {
    if (!this.#isKnown || hash !== this.#hash()) {
      throw new MortiseError('mcp_offer_changed', `(${this.#config.name})`);
    }
    await this.#pins.pin(this.#config.name, describeSource(this.#config), this.#remote.offered);
    await this.recheck();
  }

  #describePin(): ServerPin {
    const changes = this.#changes.map(({ kind, tool }) => {
      const name = this.#remote.names.get(tool);
      return { kind, tool: shown(tool), ...(name === undefined ? {} : { name }) };
    });
    if (!this.#isKnown) return { status: this.#status, changes };
    // Of a server that was never approved all that it offers is new.
    const { offered } = this.#remote;
    const isNew = this.#status === 'unpinned';
    const waiting = isNew ? comparePins([], offered).changes : this.#changes;
    return {
      ...{ status: this.#status, changes, hash: this.#hash() },
      ...(waiting.length === 0 ? {} : { difference: formatPinChanges(waiting) }),
    };
  }

  #hash(): string {
    return offerHash(this.#config.name, this.#remote.offered);
  }

  #pinTroubles(): readonly Diagnostic[] {
    const { name: subject, path } = this.#config;
    const found = { severity: 'warning', subject, path } as const;
    const withName = (hint: string): string => hint.replaceAll('<server>', subject);
    if (this.#status === 'unpinned' && this.#isKnown) {
      const { summary: message, hint } = ERROR_CODES.mcp_server_unpinned;
      return [{ code: 'mcp_server_unpinned', ...found, message, hint: withName(hint) }];
    }
    if (this.#status !== 'waits') return [];
    const { summary, hint } = ERROR_CODES.mcp_update_waiting;
    const message = `${summary} ${countChanges(this.#changes)}`;
    return [{ code: 'mcp_update_waiting', ...found, message, hint: withName(hint) }];
  }
}

function shown(tool: string): string {
  return showOnOneLine(tool.slice(0, SHOWN_CHARS));
}

const KINDS = { added: 'new', changed: 'changed', removed: 'gone' } as const;
const MOST_NAMED = 5;

/** `new: a, b; gone: c`. */
function countChanges(changes: readonly PinChange[]): string {
  const parts = Object.entries(KINDS).flatMap(([kind, word]) => {
    const names = changes.filter((each) => each.kind === kind).map(({ tool }) => shown(tool));
    if (names.length === 0) return [];
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    return [`${word}: ${names.slice(0, MOST_NAMED).join(', ')}${more}`];
  });
  return `${parts.join('; ')}.`;
}

/**
 * The program or the host of a server. Without arguments and paths: what the environment filled in there may
 * be secret, and the lock file is for all to read.
 */
function describeSource({ command = '', url }: McpServerConfig): string {
  return url === undefined ? command : new URL(url).origin;
}
