/** The tools through which a model moves toolkits and asks what it has. */
export const LIST_TOOLKITS = 'list_toolkits';
export const LOAD_TOOLS = 'load_tools';
export const UNLOAD_TOOLS = 'unload_tools';
export const CAPABILITY_LIST = 'capability_list';

/** Name of the three toolkit tools as a group; every reply of theirs carries it. */
export const DYNAMIC_TOOLS = 'dynamic_tools';

/** What an agent with toolkits gets without listing it. */
export const DYNAMIC_TOOL_NAMES: readonly string[] = Object.freeze([
  LIST_TOOLKITS,
  LOAD_TOOLS,
  UNLOAD_TOOLS,
]);

/** Never dropped by a budget, never part of a toolkit. */
export const CONTROL_PLANE_NAMES: readonly string[] = Object.freeze([
  ...DYNAMIC_TOOL_NAMES,
  CAPABILITY_LIST,
]);
