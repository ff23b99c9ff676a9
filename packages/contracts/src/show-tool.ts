import { changeTexts } from './json/change-texts.ts';
import { freezeJson } from './json/json-depth.ts';
import type { JsonValue } from './json.ts';
import { showHidden } from './text/show-hidden.ts';
import type { ToolDescription } from './tool.ts';

/**
 * A tool's description as people and models read it: nothing in its texts hides. The same object if
 * there is nothing to show, else a frozen one. `findSchemaFault` has refused what a check would not know again.
 */
export function showTool<Description extends ToolDescription>(tool: Description): Description {
  // Descriptions are plain data, and each text stays a text.
  const shown = changeTexts(tool as unknown as JsonValue, showHidden) as unknown as Description;
  if (shown !== tool) freezeJson(shown);
  return shown;
}
