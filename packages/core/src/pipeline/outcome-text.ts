import {
  type ContentPart,
  contentFields,
  type TextPart,
  type ToolOutcome,
  textOf,
} from '@mortise/contracts';

/** The text of a success, the message of everything else: what reducers work on. */
export function textOfOutcome(outcome: ToolOutcome): string {
  return outcome.status === 'ok' ? textOf(outcome.content) : outcome.message;
}

/** What caps count: every character that reaches the model. Media counts by its own limit. */
export function charsOfOutcome(outcome: ToolOutcome): number {
  if (outcome.status === 'ok') return charsOfContent(outcome.content);
  const content = outcome.status === 'failed' ? outcome.content : undefined;
  const { length } = outcome.message;
  return content === undefined ? length : Math.max(length, charsOfContent(content));
}

function charsOfContent(content: readonly ContentPart[]): number {
  const [first] = content;
  if (content.length === 1 && first?.type === 'text') return first.text.length;
  const texts = content.filter(isText).length;
  // Between texts a line ends.
  const ends = Math.max(texts - 1, 0);
  return content.reduce((chars, part) => chars + charsOfPart(part, ['text', 'label']), ends);
}

export function charsOfPart(part: ContentPart, kinds: readonly ('text' | 'label')[]): number {
  let chars = 0;
  for (const { kind, value } of contentFields(part)) {
    if ((kinds as readonly string[]).includes(kind)) chars += String(value).length;
  }
  return chars;
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
