/** The 13 categories of tools, spelled as they are shown. Lookups fold case. */
export const TOOL_CATEGORIES = [
  'Filesystem',
  'Git',
  'GitHub',
  'Shell',
  'Web',
  'Search',
  'Network',
  'Memory',
  'Orchestration',
  'Analysis',
  'Scheduling',
  'Multimodal',
  'Security',
] as const;

export type ToolCategory = (typeof TOOL_CATEGORIES)[number];

/** Which plugins stand in front of a model: an immutable value. */
export interface ToolLoadout {
  readonly name: string;
  readonly parent?: string;
  readonly defaultPlugins: readonly string[];
  readonly includedCategories: readonly ToolCategory[];
  readonly discoverablePatterns: readonly string[];
  readonly disabledPlugins: readonly string[];
}
