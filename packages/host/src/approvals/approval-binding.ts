import {
  type BoundCall,
  type CapabilitySubject,
  canonicalJson,
  EMBEDDER,
  type HeldCall,
  type HostConfig,
  hashOf,
  type JsonValue,
  type ToolCall,
  type ToolEntry,
} from '@mortise/contracts';
import { DecisivePolicy } from './decisive-policy.ts';

/** What the parts of a binding are asked of. */
export interface BindingSources {
  readonly config: () => HostConfig;
  /** The tool of this name as it is registered now. */
  readonly entryOf: (toolName: string) => ToolEntry | undefined;
  /** Of the code that an extension runs now, and what is granted to it. */
  readonly codeOf: (extensionId: string) => object | undefined;
}

/** Something that a running call is about to do, by the operation and what it is asked with. */
export interface CapabilityUse {
  readonly subject: CapabilitySubject;
  /** `process.run` */
  readonly operation: string;
  readonly input: JsonValue;
}

type Caller = Pick<BoundCall, 'agentId' | 'sessionKey'> & {
  readonly userId?: string | undefined;
  readonly principalId?: string | undefined;
};

/** Says what exactly an approval is for, as of now. */
export class ApprovalBinding {
  readonly #sources: BindingSources;
  readonly #policy = new DecisivePolicy();

  constructor(sources: BindingSources) {
    this.#sources = sources;
  }

  /** `undefined` if its tool is not registered any more. */
  bind({ toolName, args, context }: ToolCall): BoundCall | undefined {
    const { agentId = '', sessionKey, userId, principal } = context;
    const caller = { agentId, sessionKey, userId, principalId: principal?.id };
    return this.#bind(toolName, canonicalJson(args), caller);
  }

  /** The same for what a call is about to do. */
  bindUse({ subject, operation, input }: CapabilityUse): BoundCall | undefined {
    const bound = this.#bind(subject.toolName, canonicalJson(input), subject);
    return bound && { ...bound, operation };
  }

  #bind(
    toolName: string,
    args: string,
    // A program that embeds the host asks for itself.
    { agentId, sessionKey, userId, principalId = EMBEDDER.id }: Caller,
  ): BoundCall | undefined {
    const entry = this.#sources.entryOf(toolName);
    if (entry === undefined) return undefined;
    return {
      ...{ toolName, agentId, sessionKey, principalId, args },
      definitionHash: this.#definitionHash(entry),
      policyHash: this.#policy.hashOf(this.#sources.config(), agentId, entry.origin),
      ...(userId === undefined ? {} : { userId }),
    };
  }

  /** All of a definition, and the code behind it: an update that looks the same asks again, too. */
  #definitionHash(entry: ToolEntry): string {
    const { origin } = entry;
    const code = origin.kind === 'extension' ? this.#sources.codeOf(origin.id) : undefined;
    return hashOf('definition', { ...entry, ...(code === undefined ? {} : { code }) });
  }
}

/** What is decided: exactly this call, under this id, until then. */
export function approvalHash({
  id,
  call,
  expiresAt,
}: Pick<HeldCall, 'id' | 'call' | 'expiresAt'>): string {
  return hashOf('approval', { ...call, id, expiresAt });
}

/** Finds the hold of a call that is asked again: everything that is bound but the hold itself. */
export function requestHash(call: BoundCall): string {
  return hashOf('request', { ...call });
}
