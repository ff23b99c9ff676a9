import {
  type AgentConfig,
  type CallChains,
  foldName,
  type HostConfig,
  type Refusal,
  refuse,
  type ToolCall,
  type ToolClass,
} from '@mortise/contracts';
import type { SessionService } from '../state/session-service.ts';

export interface SessionChainsParts {
  readonly sessions: Pick<SessionService, 'gravestOf' | 'noteGravest'>;
  readonly config: () => HostConfig;
}

/**
 * What calls of a session have done so far. An agent and those below it have one chain: what a sub-agent
 * does under the same session is a step of the same work.
 */
export class SessionChains implements CallChains {
  readonly #parts: SessionChainsParts;

  constructor(parts: SessionChainsParts) {
    this.#parts = parts;
  }

  async gravestOf({ context }: ToolCall): Promise<ToolClass> {
    const { agentId = '', sessionKey } = context;
    // Without a session there is nothing before this batch.
    if (sessionKey === '') return 'read_only';
    return this.#parts.sessions.gravestOf(this.#topOf(agentId), sessionKey);
  }

  async note({ context }: ToolCall, of: ToolClass): Promise<Refusal | undefined> {
    const { agentId = '', sessionKey } = context;
    if (sessionKey === '') return undefined;
    const why = await this.#parts.sessions.noteGravest(this.#topOf(agentId), sessionKey, of);
    if (why === undefined) return undefined;
    return refuse('admission_refused', `What this session does cannot be written down: ${why}`);
  }

  /** The agent at the top of the line. */
  #topOf(agentId: string): string {
    const { agents } = this.#parts.config();
    const find = (id: string) => agents.find((each) => foldName(each.id) === foldName(id));
    const seen = new Set<AgentConfig>();
    let top = find(agentId);
    while (top?.parent !== undefined && !seen.has(top)) {
      seen.add(top);
      top = find(top.parent.name) ?? top;
    }
    return top?.id ?? agentId;
  }
}
