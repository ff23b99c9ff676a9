import type { CallPlace, Principal, Role, ToolEntry } from '@mortise/contracts';
import type { ConfigProposal, Host } from '@mortise/host';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { AgentTools } from './agent-tools.ts';
import type { CallFeed } from './call-feed.ts';
import type { ConsoleSessions } from './console/console-sessions.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { ExtensionProposals } from './extension-proposals.ts';
import type { KeepSwitch, KeptSwitch } from './keep-switch.ts';
import type { OperatorFiles } from './operator-files.ts';
import type { ToolUsage } from './tool-usage.ts';

/** What the routes may use. */
export interface ApiParts {
  readonly host: Host;
  readonly feed: CallFeed;
  readonly events: EventFeed;
  readonly newId: () => string;
  /** False while what the configuration names is still being opened. */
  readonly isReady: () => boolean;
  /** The program was told to end; calls are still taken. */
  readonly isLeaving?: () => boolean;
  /** Reads the configuration again; absent where the program does not offer it. */
  readonly reload?: (by: Principal) => Promise<ConfigProposal>;
  /** Nothing new is taken any more: the gateway or its host is being closed. */
  readonly isClosing: () => boolean;
  /** Writes a switch of an extension down; absent where the program keeps none. */
  readonly keepSwitch?: KeepSwitch;
  /** Writes down that exactly the call of this approval is not asked for again; absent where the program cannot. */
  readonly keepException?: (approvalId: string) => Promise<KeptSwitch>;
  /** Writes a new operator token and answers in which file; absent where it came from elsewhere. */
  readonly rotateToken?: () => Promise<string>;
  /** Extensions that were shown and may be installed. */
  readonly proposals: ExtensionProposals;
  /** The program's own files; absent where it has none to change. */
  readonly files?: OperatorFiles;
  /** Signs browsers in; absent where no console is served. */
  readonly consoleSessions?: ConsoleSessions;
  /** Where each tool stands for an agent. */
  readonly agentTools: AgentTools;
  /** Which tools are used at all. */
  readonly usage: ToolUsage;
  /** What a definition costs in front of a model. */
  readonly tokensOf: (entry: ToolEntry) => number;
}

/** A request after its parts were checked against the schemas of its route. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Who asks; one without roles if a public route was asked without a token. */
  readonly principal: Principal;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** A header of the request. */
  readonly header: (name: string) => string | undefined;
  /** Sets a header of the answer, if there is one. */
  readonly setHeader: (name: string, value: string) => void;
  /** Its place among the calls, if it runs any. */
  readonly place?: CallPlace;
}

/** One operation of the API, as data: the server, the checks and the OpenAPI description come from it. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'delete';
  /** With `{name}` for parameters, as OpenAPI writes them. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * `call` if it runs tools: then it shares the places of calls, not those of operators. `stream` if it
   * is answered for as long as its reader stays: those have places of their own.
   */
  readonly place?: 'call' | 'stream';
  /**
   * What who asks must be allowed; `public` answers without a token. A principal that speaks for some
   * agents only is let in where the path names one of them in `{agent}`, and in `{other}`.
   */
  readonly role: Role | 'public';
  /** It has no agent in its path and tells only of agents that its principal speaks for. */
  readonly isPerAgent?: boolean;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** What its body may have, if that is more than of other requests. */
  readonly maxBodyBytes?: number;
  readonly response: TSchema;
  /** `text/plain` if the handler answers with text, `text/event-stream` if with a stream of bytes. */
  readonly responseType?: 'application/json' | 'text/plain' | 'text/event-stream';
  /** Throws `HttpProblem` or `MortiseError` for what is wrong with the request. */
  handle(request: ApiRequest, parts: ApiParts): unknown | Promise<unknown>;
}
