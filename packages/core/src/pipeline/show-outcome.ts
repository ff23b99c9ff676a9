import {
  type ContentPart,
  changeContentPart,
  changeTexts,
  contentFields,
  type FieldChanges,
  hasHidden,
  type JsonValue,
  showHidden,
  type ToolOutcome,
} from '@mortise/contracts';

const CHANGES: FieldChanges = { text: showHidden, label: showHidden };

/**
 * Shows what hides in anything of an outcome that a model or a person will read. The same outcome if
 * nothing does: this is on the path of every call (see test/bench).
 */
export function showOutcome(outcome: ToolOutcome): ToolOutcome {
  if (outcome.status === 'refused') return showMessage(outcome);
  if (outcome.status === 'failed') return showStructured(showContent(showMessage(outcome)));
  return showStructured(showContent(outcome));
}

function showMessage<Outcome extends { readonly message: string }>(outcome: Outcome): Outcome {
  const message = showHidden(outcome.message);
  return message === outcome.message ? outcome : { ...outcome, message };
}

function showContent<Outcome extends { readonly content?: readonly ContentPart[] }>(
  outcome: Outcome,
): Outcome {
  const { content } = outcome;
  if (content === undefined || !content.some(hides)) return outcome;
  const shown = content.map((part) => (hides(part) ? changeContentPart(part, CHANGES) : part));
  return { ...outcome, content: shown };
}

function hides(part: ContentPart): boolean {
  if (part.type === 'text') return hasHidden(part.text);
  for (const { kind, value } of contentFields(part)) {
    if ((kind === 'text' || kind === 'label') && hasHidden(String(value))) return true;
  }
  return false;
}

function showStructured<Outcome extends { readonly structured?: JsonValue }>(
  outcome: Outcome,
): Outcome {
  if (outcome.structured === undefined) return outcome;
  const structured = changeTexts(outcome.structured, showHidden);
  return structured === outcome.structured ? outcome : { ...outcome, structured };
}
