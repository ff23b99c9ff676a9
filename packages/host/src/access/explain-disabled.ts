import { foldName, type ToolExplanation } from '@mortise/contracts';
import { enableRemedy } from '@mortise/core';

/** An extension that is switched off and the names that stay its own. */
export interface SwitchedOff {
  readonly id: string;
  readonly reserved: readonly string[];
  /** Where the configuration says so; absent if an operator did it until the host ends. */
  readonly path?: string;
}

/** Why a tool is not there although its name is taken; empty if the name belongs to no such extension. */
export function explainDisabled(
  tool: string,
  disabled: readonly SwitchedOff[],
): readonly ToolExplanation[] {
  return disabled.flatMap(({ id, reserved, path }) => {
    const name = reserved.find((each) => foldName(each) === foldName(tool));
    if (name === undefined) return [];
    const how = path === undefined ? 'disabled until the host ends' : 'disabled';
    const rule = `extension ${id} is ${how}`;
    const place = path === undefined ? {} : { path };
    return [
      {
        ...{ tool: name, origin: { kind: 'extension', id }, state: 'denied', isPermitted: false },
        steps: [{ phase: 'deny', layer: 'extensions', rule, verdict: 'block', ...place }],
        remedies: [enableRemedy(id)],
      } satisfies ToolExplanation,
    ];
  });
}
