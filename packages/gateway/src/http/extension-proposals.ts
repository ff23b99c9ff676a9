import type { ExtensionProposal } from '@mortise/host';

/** Code that was shown to an operator and may be installed. */
export interface ShownProposal {
  readonly proposal: ExtensionProposal;
  /** How the configuration will name it. */
  readonly source: string;
}

const MOST_KEPT = 16;

/** What was proposed and not installed yet, by the hash of what was shown; the oldest go. */
export class ExtensionProposals {
  readonly #shown = new Map<string, ShownProposal>();

  add(shown: ShownProposal): void {
    const { hash } = shown.proposal;
    this.#shown.delete(hash);
    this.#shown.set(hash, shown);
    const [oldest] = this.#shown.keys();
    if (oldest !== undefined && this.#shown.size > MOST_KEPT) this.#shown.delete(oldest);
  }

  /** Once: what is installed is no proposal any more. */
  take(hash: string): ShownProposal | undefined {
    const shown = this.#shown.get(hash);
    this.#shown.delete(hash);
    return shown;
  }
}
