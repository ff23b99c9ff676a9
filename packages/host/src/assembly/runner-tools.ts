import type { Diagnostic, Disposer, ToolDescription, ToolRunner } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';

/** What became of an offer of tools. The disposer takes back all of them. */
export interface ClaimedTools {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly disposer: Disposer;
  /** While they are not available they are out of the offer, and what is said of them is kept (phase 7). */
  setAvailable(isAvailable: boolean): void;
}

/** Tools that somebody outside the host runs: those of MCP servers. */
export class RunnerTools {
  readonly #catalog: ToolCatalog;
  readonly #tellChange: () => void;
  readonly #down = new Set<readonly string[]>();

  constructor(catalog: ToolCatalog, tellChange: () => void) {
    this.#catalog = catalog;
    this.#tellChange = tellChange;
  }

  /** Names of the tools that cannot work right now. */
  down(): readonly string[] {
    return [...this.#down].flat();
  }

  /** Never throws: a tool that cannot be taken is a diagnostic, and the others live. */
  claim(server: string, tools: readonly ToolDescription[], runner: ToolRunner): ClaimedTools {
    const origin = { kind: 'mcp', server } as const;
    const claims = tools.map((tool) => ({
      name: tool.name,
      claim: this.#catalog.claim({ tool, origin }, { kind: 'runner', runner }),
    }));
    const names = claims.flatMap(({ name, claim }) => (claim.status === 'taken' ? [name] : []));
    const dispose = () => {
      this.#down.delete(names);
      for (const { claim } of claims) if (claim.status !== 'refused') claim.disposer();
    };
    return {
      names,
      diagnostics: claims.flatMap(({ claim }) =>
        claim.status === 'taken' ? [] : [claim.diagnostic],
      ),
      disposer: Object.assign(dispose, { [Symbol.dispose]: dispose }),
      setAvailable: (isAvailable) => this.#setAvailable(names, isAvailable),
    };
  }

  #setAvailable(names: readonly string[], isAvailable: boolean): void {
    if (isAvailable !== this.#down.has(names)) return;
    if (isAvailable) this.#down.delete(names);
    else this.#down.add(names);
    this.#tellChange();
  }
}
