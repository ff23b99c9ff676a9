import type { ExtensionManifest, ToolDescription } from '@mortise/contracts';

/**
 * The tools of an extension with what its manifest says about all of them: what policy sees, and
 * therefore what an operator approves.
 */
export function offeredTools(
  { categories, sharedOnly, optionalTools }: ExtensionManifest,
  tools: readonly ToolDescription[],
): readonly ToolDescription[] {
  const category = categories?.[0];
  return tools.map((tool) => ({
    ...tool,
    ...(tool.category === undefined && category !== undefined ? { category } : {}),
    ...(sharedOnly === true ? { sharedOnly: true } : {}),
    isOptional: tool.isOptional || optionalTools?.includes(tool.name) === true,
  }));
}
