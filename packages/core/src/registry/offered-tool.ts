import type { ToolDescription } from '@mortise/contracts';

/** What was offered, field by field and unchecked. */
export type OfferedTool = { readonly [Field in keyof ToolDescription]-?: unknown };

/**
 * Reads every field of an offer once, by its name: instances of classes have theirs on a prototype,
 * and a getter may answer differently the second time. `undefined` if it cannot be read.
 */
export function readOffer(tool: unknown): OfferedTool | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  try {
    const { name, description, schema, outputSchema, aliases, toolset, category } =
      tool as OfferedTool;
    const { maxResultChars, timeoutMs, capabilities, annotations, alwaysInclude, sharedOnly } =
      tool as OfferedTool;
    const texts = { name, description, toolset, category, aliases };
    const data = { schema, outputSchema, capabilities, annotations };
    return { ...texts, ...data, maxResultChars, timeoutMs, alwaysInclude, sharedOnly };
  } catch {
    return undefined;
  }
}
