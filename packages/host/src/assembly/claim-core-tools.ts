import { MortiseError, type Tool } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';

/** Registers the host's own tools. A bad one is a mistake of the embedder and throws. */
export function claimCoreTools(catalog: ToolCatalog, tools: readonly Tool[]): void {
  for (const tool of tools) {
    const claim = catalog.claim({ tool, origin: { kind: 'core' } }, { kind: 'in-process', tool });
    if (claim.status === 'taken') continue;
    const { code, subject, message } = claim.diagnostic;
    throw new MortiseError(code, `(${subject}) ${message}`);
  }
}
