import {
  type AuditSink,
  type CallClient,
  type CapabilityBrokers,
  CapabilityRefusal,
  type CapabilitySubject,
  type JsonValue,
  type Logger,
  type McpServerConfig,
  type RequestedCapabilities,
  type RunRequest,
} from '@mortise/contracts';
import { dispatchHostCall } from '@mortise/sandbox';

/** What a server asks while a call of one of its tools runs. */
export interface ServerQuestion {
  readonly operation: 'elicitation.elicit' | 'sampling.sample';
  /** As the server said it, in the words of the operation. */
  readonly rawInput: unknown;
  /** The call that it asks for. */
  readonly request: RunRequest;
  /** Who can be asked behind it. */
  readonly client?: CallClient | undefined;
  /** Of that call alone. */
  readonly signal: AbortSignal;
}

export interface ServerQuestionsParts {
  readonly brokers: CapabilityBrokers;
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** A server declares nothing per tool: what is granted to it counts for each of them. */
const DECLARED: RequestedCapabilities = { elicitation: {}, sampling: {} };

/** Puts questions of MCP servers through the brokers that those of extensions go through, and records each. */
export class ServerQuestions {
  readonly #parts: ServerQuestionsParts;

  constructor(parts: ServerQuestionsParts) {
    this.#parts = parts;
  }

  /** Rejects with a refusal that says why. */
  async ask({ name, grants = {} }: McpServerConfig, question: ServerQuestion): Promise<JsonValue> {
    const { operation, rawInput } = question;
    const reply = await dispatchHostCall(
      {
        ...{ name: operation, rawInput, granted: grants, declared: DECLARED },
        subject: subjectOf(name, question),
      },
      this.#parts,
    );
    if (reply.ok) return reply.value;
    throw new CapabilityRefusal(reply.code, reply.message);
  }
}

function subjectOf(server: string, { request, client, signal }: ServerQuestion): CapabilitySubject {
  const { toolName, callId, caller, trace } = request;
  const { agentId, sessionKey, userId, principalId } = caller;
  return {
    ...{ server, toolName, callId, agentId, sessionKey, attachments: [], signal },
    ...(userId === undefined ? {} : { userId }),
    ...(principalId === undefined ? {} : { principalId }),
    ...(trace === undefined ? {} : { trace }),
    ...(client === undefined ? {} : { client }),
  };
}
