import type { Diagnostic, Disposer, ToolDescription, ToolRunner } from '@mortise/contracts';
import type { ClaimResult, ToolCatalog } from '@mortise/core';
import { hostClosed } from '../lifetime/host-closed.ts';
import type { HostLifetime } from '../lifetime/host-lifetime.ts';
import type { HostLimits } from './host-limits.ts';

/** What became of an offer of tools. The disposer takes back all of them. */
export interface ClaimedTools {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly disposer: Disposer;
  /** While they are not available they are out of the offer, and what is said of them is kept (phase 7). */
  setAvailable(isAvailable: boolean): void;
}

export interface RunnerToolsParts {
  readonly catalog: ToolCatalog;
  readonly tellChange: () => void;
  readonly lifetime: HostLifetime;
  readonly limits: HostLimits;
}

/** Tools that a runner outside the host runs: those of MCP servers. */
export class RunnerTools {
  readonly #parts: RunnerToolsParts;
  readonly #down = new Set<readonly string[]>();

  constructor(parts: RunnerToolsParts) {
    this.#parts = parts;
  }

  /** Names of the tools that cannot work right now. */
  down(): readonly string[] {
    return [...this.#down].flat();
  }

  /** Never throws: a tool that cannot be taken is a diagnostic, and the others live. */
  claim(server: string, tools: readonly ToolDescription[], runner: ToolRunner): ClaimedTools {
    const origin = { kind: 'mcp', server } as const;
    const { catalog, lifetime } = this.#parts;
    const limits = this.#parts.limits.ofServer(server);
    const common = limits === undefined ? { origin } : { origin, limits };
    const candidates = tools.map((tool) => ({ tool, ...common }));
    const claims = lifetime.isClosed
      ? tools.map(({ name }): ClaimResult => ({ status: 'refused', diagnostic: hostClosed(name) }))
      : catalog.claimAll(candidates, { kind: 'runner', runner });
    const names = tools.flatMap(({ name }, at) => (claims[at]?.status === 'taken' ? [name] : []));
    const dispose = () => {
      this.#down.delete(names);
      for (const claim of claims) if (claim.status !== 'refused') claim.disposer();
    };
    return {
      names,
      diagnostics: claims.flatMap((claim) => (claim.status === 'taken' ? [] : [claim.diagnostic])),
      disposer: Object.assign(dispose, { [Symbol.dispose]: dispose }),
      setAvailable: (isAvailable) => this.#setAvailable(names, isAvailable),
    };
  }

  #setAvailable(names: readonly string[], isAvailable: boolean): void {
    if (isAvailable !== this.#down.has(names)) return;
    if (isAvailable) this.#down.delete(names);
    else this.#down.add(names);
    this.#parts.tellChange();
  }
}
