import type { ToolOutcome } from '@mortise/contracts';
import { toHost } from './node-to-host.ts';
import { crossesRaw } from './raw-text.ts';

/** The frame of an outcome: most are one text, which crosses as it is. */
export function writeOutcome(seq: number, outcome: ToolOutcome): string {
  if (outcome.status === 'ok' && outcome.content.length === 1) {
    const [part] = outcome.content;
    if (part?.type === 'text' && Object.keys(part).length === 2 && crossesRaw(part.text)) {
      const { status: _status, content: _content, ...facts } = outcome;
      return toHost.text({ seq, facts: JSON.stringify(facts), text: part.text });
    }
  }
  return toHost.result({ seq, outcome: JSON.stringify(outcome) });
}
