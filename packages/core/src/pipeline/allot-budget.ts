import { type ContentPart, contentFields, type ToolOutcome } from '@mortise/contracts';

/** How much text a call has, and the most it may keep whatever the others leave over. */
export interface BudgetDemand {
  readonly chars: number;
  readonly cap: number;
}

/**
 * Shares a budget among the results of one batch, in characters.
 * Every result may have an equal share; what refused calls and small results leave of theirs goes
 * to those that want more, until it is spent. Depends on the sizes alone, not on the order of ends.
 */
export function allotBudget(total: number, demands: readonly BudgetDemand[]): readonly number[] {
  const wanted = demands.map(({ chars, cap }) => Math.min(chars, cap));
  // The usual case; sharing out gives every result the same then.
  if (wanted.reduce((sum, chars) => sum + chars, 0) <= total) return wanted;
  const smallestFirst = wanted
    .map((_, index) => index)
    .sort((a, b) => at(wanted, a) - at(wanted, b));
  const allotted = wanted.map(() => 0);
  let left = total;
  smallestFirst.forEach((index, served) => {
    const share = Math.floor(left / (demands.length - served));
    allotted[index] = Math.min(at(wanted, index), share);
    left -= at(allotted, index);
  });
  return allotted;
}

/** A budget as given by a caller: absent or not a number means the default, negative means none. */
export function readBudget(chars: unknown, fallback: number): number {
  if (typeof chars !== 'number' || Number.isNaN(chars)) return fallback;
  return Math.max(0, Math.floor(Math.min(chars, Number.MAX_SAFE_INTEGER)));
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
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
  const texts = content.filter(({ type }) => type === 'text').length;
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
