import { type ExtensionManifest, hostName, type ToolDescription } from '@mortise/contracts';

/**
 * The tools of an extension with what its manifest says about all of them, and resources under addresses that are the
 * extension's alone: what policy sees, and therefore what an operator approves.
 */
export function offeredTools(
  { id, categories, sharedOnly, optionalTools }: ExtensionManifest,
  tools: readonly ToolDescription[],
): readonly ToolDescription[] {
  const category = categories?.[0];
  return tools.map((tool) => ({
    ...tool,
    name: hostName(tool.name, id),
    ...(tool.category === undefined && category !== undefined ? { category } : {}),
    ...(sharedOnly === true ? { sharedOnly: true } : {}),
    isOptional: tool.isOptional || optionalTools?.includes(tool.name) === true,
  }));
}
