import { type ContentPart, type TextPart, type ToolOutcome, textOf } from '@mortise/contracts';

/** The text of a success, the message of everything else: what reducers work on. */
export function textOfOutcome(outcome: ToolOutcome): string {
  return outcome.status === 'ok' ? textOf(outcome.content) : outcome.message;
}

/** The same outcome with another text. Parts that are not text stay where they are. */
export function withText(outcome: ToolOutcome, text: string): ToolOutcome {
  if (outcome.status === 'ok') return { ...outcome, content: replaceText(outcome.content, text) };
  const isAnswer = outcome.status === 'failed' && outcome.content !== undefined;
  if (!isAnswer) return { ...outcome, message: text };
  return { ...outcome, message: text, content: replaceText(outcome.content ?? [], text) };
}

/** One text stands where the first was. */
function replaceText(content: readonly ContentPart[], text: string): readonly ContentPart[] {
  const first = content.find(isText);
  if (first === undefined) return text === '' ? content : [{ type: 'text', text }, ...content];
  return content
    .filter((part) => part === first || part.type !== 'text')
    .map((part) => (part === first ? { ...first, text } : part));
}

function isText(part: ContentPart): part is TextPart {
  return part.type === 'text';
}
