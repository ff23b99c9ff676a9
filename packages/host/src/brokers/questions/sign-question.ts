import type { CapabilitySubject } from '@mortise/contracts';
import { describeAsker } from './question-parts.ts';

/** Below every question. */
export const ADVICE = 'Do not enter passwords, keys or codes here.';

/** With more of either, who asks may be out of sight at the top of a question, and is named below it again. */
const MOST_LINES = 8;
const MOST_CHARS = 600;

/** The person sees who asks, whatever the text does to look like another's, and is told what never to answer. */
export function signQuestion(text: string, subject: CapabilitySubject): string {
  const asker = describeAsker(subject);
  const lines = withoutGaps(text.split(/\r?\n/));
  const shown = lines.join('\n');
  const isLong = lines.length > MOST_LINES || shown.length > MOST_CHARS;
  const again = isLong ? [`Asked by the ${asker}.`] : [];
  return [`The ${asker} asks:`, shown, ...again, ADVICE].join('\n\n');
}

/** One empty line after another says nothing: it moves what is above out of sight. */
function withoutGaps(lines: readonly string[]): readonly string[] {
  return lines.filter((line, at) => line.trim() !== '' || lines[at - 1]?.trim() !== '');
}
