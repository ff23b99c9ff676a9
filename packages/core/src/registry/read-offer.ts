import type { ToolDescription } from '@mortise/contracts';

/** The fields of a description as they were offered; nothing of them is checked. */
export type RawDescription = Record<keyof ToolDescription, unknown>;

/**
 * Reads every field of an offer once, by its name: instances of classes have theirs on a prototype,
 * and a getter may answer differently the second time. `undefined` if it cannot be read.
 */
export function readOffer(tool: unknown): RawDescription | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  try {
    const { name, description, toolset, category, aliases, schema, outputSchema } =
      tool as RawDescription;
    const { maxResultChars, timeoutMs, capabilities, annotations, mimeType } =
      tool as RawDescription;
    const { alwaysInclude, sharedOnly, isOptional, idempotent } = tool as RawDescription;
    return {
      ...{ name, description, toolset, category, aliases, schema, outputSchema },
      ...{ maxResultChars, timeoutMs, capabilities, annotations, mimeType },
      ...{ alwaysInclude, sharedOnly, isOptional, idempotent },
    };
  } catch {
    return undefined;
  }
}
