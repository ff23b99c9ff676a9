import {
  type BoundCall,
  canonicalJson,
  type HostConfig,
  hashOf,
  type ToolCall,
  type ToolEntry,
} from '@mortise/contracts';

/** What the parts of a binding are asked of. */
export interface BindingSources {
  readonly config: () => HostConfig;
  /** The tool of this name as it is registered now. */
  readonly entryOf: (toolName: string) => ToolEntry | undefined;
  /** Of the code that an extension runs now, and what is granted to it. */
  readonly codeOf: (extensionId: string) => object | undefined;
}

/** Says what exactly an approval of a call is for, as of now. */
export class CallBinder {
  readonly #sources: BindingSources;
  readonly #policies = new WeakMap<HostConfig, string>();

  constructor(sources: BindingSources) {
    this.#sources = sources;
  }

  /** `undefined` if its tool is not registered any more. */
  bind({ toolName, args, context }: ToolCall): BoundCall | undefined {
    const entry = this.#sources.entryOf(toolName);
    if (entry === undefined) return undefined;
    const { agentId = '', sessionKey, userId } = context;
    return {
      ...{ toolName, agentId, sessionKey, args: canonicalJson(args) },
      definitionHash: this.#definitionHash(entry),
      policyHash: this.#policyHash(),
      ...(userId === undefined ? {} : { userId }),
    };
  }

  /** All of a definition, and the code behind it: an update that looks the same asks again, too. */
  #definitionHash(entry: ToolEntry): string {
    const { origin } = entry;
    const code = origin.kind === 'extension' ? this.#sources.codeOf(origin.id) : undefined;
    return hashOf('definition', { ...entry, ...(code === undefined ? {} : { code }) });
  }

  /** Of the whole configuration: whatever it changes, what was approved under another is asked again. */
  #policyHash(): string {
    const config = this.#sources.config();
    const known = this.#policies.get(config);
    if (known !== undefined) return known;
    const { revision: _, ...rules } = config;
    const made = hashOf('policy', rules);
    this.#policies.set(config, made);
    return made;
  }
}
