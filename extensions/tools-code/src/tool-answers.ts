import type { ToolAnswer } from '@mortise/sdk';

/** The tool did not do what was asked; the text says why and what to do next. */
export function failure(message: string): ToolAnswer {
  return { content: [{ type: 'text', text: message }], isError: true };
}
