import type { ConfiguredTool } from '@mortise/contracts';
import type { CheckedList } from './checked-list.ts';
import type { ToolIndex } from './tool-index.ts';

/** A list of configured tools with each entry replaced by the tools it stands for. */
export interface ConfiguredList extends CheckedList {
  /** By registered name; never control-plane tools, which the host adds itself. */
  readonly tools: readonly ConfiguredTool[];
}

export function expandConfigured(
  configured: readonly ConfiguredTool[],
  checked: CheckedList,
  index: ToolIndex,
): ConfiguredList {
  const tools = checked.list.entries.flatMap(({ compiled }, at) => {
    const written = configured[at];
    if (written === undefined) return [];
    const matches = compiled.matches.filter((tool) => !index.isControlPlane(tool));
    return matches.map((tool) => Object.freeze({ ...written, name: index.entryOf(tool).name }));
  });
  return { ...checked, tools: Object.freeze(tools) };
}
