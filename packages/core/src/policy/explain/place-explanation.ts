import type { ToolExplanation } from '@mortise/contracts';

/** Turns a config path into the place it was written at. */
export type LocatePath = (
  path: string,
) => { readonly file: string; readonly line: number } | undefined;

/** The same explanation, each step with the file and line of its config path, as far as there is one. */
export function placeExplanation(
  explanation: ToolExplanation,
  locate: LocatePath,
): ToolExplanation {
  const steps = explanation.steps.map((step) => {
    const place = step.path === undefined ? undefined : locate(step.path);
    return place === undefined ? step : { ...step, file: place.file, line: place.line };
  });
  const { ruling } = explanation;
  const place = ruling?.path === undefined ? undefined : locate(ruling.path);
  if (ruling === undefined || place === undefined) return { ...explanation, steps };
  return { ...explanation, steps, ruling: { ...ruling, file: place.file, line: place.line } };
}
