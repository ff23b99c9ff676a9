import type { RequestedCapabilities, ToolAnswer } from '@mortise/sdk';

/** One board per agent: all four tools share it, other agents do not see it. */
export const KANBAN_STORAGE: RequestedCapabilities = { storage: { scope: 'agent' } };

/** The tool did not do what was asked; the text says why and what to do next. */
export function failure(message: string): ToolAnswer {
  return { content: [{ type: 'text', text: message }], isError: true };
}
