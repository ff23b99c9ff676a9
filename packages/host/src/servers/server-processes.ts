import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type McpServerConfig, MortiseError, type ServerSandbox } from '@mortise/contracts';
import {
  type Child,
  endMarkedProcesses,
  type GroupGuard,
  type JailStatus,
  type NotStarted,
  type ProgramJail,
  startPatiently,
} from '@mortise/processes';
import type { HostFiles } from '../brokers/files/host-files.ts';
import { openStdio } from '../brokers/process/open-stdio.ts';
import { findProgram } from './find-program.ts';
import type { OwnFolder, OwnFolders } from './own-folder.ts';
import { beginInstalling, copyNpmSettings, endInstalling } from './package-runners.ts';
import { homeEnvironment, passedOn } from './server-environment.ts';
import { serverReach } from './server-reach.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ServerProcessesParts {
  readonly jail: ProgramJail;
  readonly guard: GroupGuard;
  readonly hostFiles: HostFiles;
  readonly folders: OwnFolders;
  /** Where relative paths of the configuration start. */
  readonly baseDir: string;
  /** The host's own, of which servers get little. */
  readonly environment: Environment;
}

/** A server with what only it is given. */
export interface ServerOrder {
  readonly server: McpServerConfig;
  /** With the values of secrets. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What every server gets of the environment of the program that embeds the host. */
  readonly common: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** In the environment of all that a server starts; by it they are found when the server has ended. */
const MARK = 'MORTISE_SERVER';

/** Starts the programs of MCP servers, each with a reach of its own, and ends all that they started. */
export class ServerProcesses {
  readonly #parts: ServerProcessesParts;

  constructor(parts: ServerProcessesParts) {
    this.#parts = parts;
  }

  /** What holds them, by the last one that started. */
  get jail(): JailStatus {
    return this.#parts.jail.status;
  }

  /** Starts one with pipes for input, output and errors. Throws `mcp_server_failed` for what is wrong with its configuration. */
  async start(order: ServerOrder, signal: AbortSignal): Promise<Child | NotStarted> {
    const mark = randomUUID();
    const own = this.#own(order.server);
    const env = { ...order.env, [MARK]: mark };
    const child = await this.#start({ ...order, env }, { own, signal });
    if (!('ended' in child) || child.pid === undefined) return child;
    const release = this.#guard(child.pid, `${MARK}=${mark}`, own);
    void child.exited.then((end) => {
      endMarkedProcesses(`${MARK}=${mark}`);
      release();
      const hasEndedByItself = end.kind === 'exited' && end.code !== null && !signal.aborted;
      if (own !== undefined && hasEndedByItself) endInstalling(own);
    });
    return child;
  }

  /** Where the kernel ends a tree as a whole, with the host, no other process has to wait for that. */
  #guard(group: number, mark: string, own: OwnFolder | undefined): () => void {
    const { layers } = this.jail;
    const isHeld = layers['processes'] === 'on' && layers['ends_with_host'] === 'on';
    if (own !== undefined && isHeld) return () => undefined;
    return this.#parts.guard.add({ group, mark });
  }

  /** To be told when a server has answered: what it had to install is there. */
  answered(server: McpServerConfig): void {
    const own = this.#own(server);
    if (own !== undefined) endInstalling(own);
  }

  async #start(
    order: ServerOrder,
    { own, signal }: { readonly own: OwnFolder | undefined; readonly signal: AbortSignal },
  ): Promise<Child | NotStarted> {
    const { server, args, cwd } = order;
    const { sandbox = {}, command = '' } = server;
    if (!existsSync(cwd)) {
      throw new MortiseError('mcp_server_failed', `Its folder, ${cwd}, is not there.`);
    }
    const env = this.#environment(order, own);
    const program = findProgram(command, { path: env['PATH'] ?? '', cwd }) ?? command;
    const { nothing, stdio } = openStdio();
    using _closed = nothing;
    const child = { program, args, env, cwd, stdio, ownGroup: true };
    if (sandbox === 'off' || own === undefined) return startPatiently(child, signal);
    beginInstalling(own);
    const reach = this.#reach(order, { program, sandbox, env, own });
    return this.#parts.jail.start({ ...child, ...reach, kind: 'program' }, signal);
  }

  #environment({ env, common }: ServerOrder, own: OwnFolder | undefined): Record<string, string> {
    const { environment } = this.#parts;
    if (own === undefined) return { ...common, ...passedOn(environment), ...env };
    copyNpmSettings(own);
    return { ...common, ...passedOn(environment), ...homeEnvironment(own), ...env };
  }

  /** Undefined for one that is not confined: it lives where the account does. */
  #own({ name, sandbox, url }: McpServerConfig): OwnFolder | undefined {
    if (sandbox === 'off' || url !== undefined) return undefined;
    try {
      return this.#parts.folders.open(name);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new MortiseError('mcp_server_failed', detail);
    }
  }

  #reach(
    { server, cwd }: ServerOrder,
    found: {
      readonly program: string;
      readonly sandbox: ServerSandbox;
      readonly env: Readonly<Record<string, string>>;
      readonly own: OwnFolder;
    },
  ) {
    const { hostFiles, baseDir } = this.#parts;
    const { program, sandbox, env, own } = found;
    const files = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'];
    return serverReach(
      {
        ...{ program, cwd, sandbox, baseDir, own, path: env['PATH'] ?? '' },
        args: (server.args ?? []).filter((each) => typeof each === 'string'),
        files: files.flatMap((name) => env[name] ?? []).map((file) => resolve(cwd, file)),
      },
      hostFiles,
    );
  }
}
