import { type ContentPart, changeContentPart, type ToolOutcome, textOf } from '@mortise/contracts';
import { charsOfOutcome, charsOfPart } from './allot-budget.ts';
import { cutText, trimText, truncationMarker } from './trim-text.ts';

/** Cuts an outcome to a budget, in characters that reach the model. `structured` and cost stay. */
export function trimOutcome(outcome: ToolOutcome, budget: number): ToolOutcome {
  const chars = charsOfOutcome(outcome);
  if (chars <= budget) return outcome;
  if (outcome.status === 'ok')
    return { ...outcome, content: trimContent(outcome.content, chars, budget) };
  const isAnswer = outcome.status === 'failed' && outcome.content !== undefined;
  if (!isAnswer) return { ...outcome, message: trimText(outcome.message, budget) };
  const trimmed = trimContent(outcome.content ?? [], chars, budget);
  return { ...outcome, content: trimmed, message: trimText(textOf(trimmed), budget) };
}

/**
 * Names and addresses come first, because half of one is worth nothing: a part whose labels do not
 * fit goes. Texts share what is left, in their order; where it ends, the text says so, and those
 * behind it go.
 */
function trimContent(
  content: readonly ContentPart[],
  chars: number,
  budget: number,
): readonly ContentPart[] {
  const [first] = content;
  if (content.length === 1 && first?.type === 'text')
    return [{ ...first, text: trimText(first.text, budget) }];
  const marker = truncationMarker(chars);
  if (marker.length >= budget) return [{ type: 'text', text: marker.trimStart().slice(0, budget) }];
  const kept = fittingLabels(content, budget - marker.length);
  const trimmed = trimTexts(kept.parts, { left: kept.left, marker });
  if (trimmed.isCut) return trimmed.parts;
  return [...trimmed.parts, { type: 'text', text: marker.trimStart() }];
}

function fittingLabels(content: readonly ContentPart[], room: number) {
  let left = room;
  const parts = content.filter((part) => {
    const labels = charsOfPart(part, ['label']);
    if (labels > left) return false;
    left -= labels;
    return true;
  });
  return { parts, left };
}

function trimTexts(
  parts: readonly ContentPart[],
  { left: room, marker }: { readonly left: number; readonly marker: string },
) {
  let left = room;
  let isCut = false;
  let hasText = false;
  const take = (text: string): string | undefined => {
    if (isCut) return undefined;
    if (text.length <= left) {
      left -= text.length;
      return text;
    }
    isCut = true;
    const cut = cutText(text, Math.max(left, 0));
    return cut === '' ? marker.trimStart() : cut + marker;
  };
  const kept = parts.flatMap((part) => {
    // Between texts a line ends.
    if (part.type === 'text' && hasText) left -= 1;
    hasText ||= part.type === 'text';
    return changeContentPart(part, { text: take }) ?? [];
  });
  return { parts: kept, isCut };
}
