import { type JailReport, readReport } from './jail-layers.ts';
import type { LaunchWord } from './launch-order.ts';

/** Why there is no jail, and what was tried where it got that far. */
export interface NoJailWords {
  readonly reason: string;
  readonly report?: JailReport;
}

const REASON = 'no jail: ';
const LAYERS = 'layers: ';

/** What a launcher writes into its error output: one that was to become a runner has no other way to say it. */
export function writeNoJail(word: LaunchWord): string {
  const reason = 'fault' in word ? word.fault : 'broken' in word ? word.broken : '';
  const report = 'fault' in word ? word.report : undefined;
  const layers = report === undefined ? '' : `${LAYERS}${JSON.stringify(report)}\n`;
  return `${layers}${REASON}${reason}\n`;
}

/** Reads that. */
export function readNoJail(output: string): NoJailWords {
  const lines = output.split('\n');
  const layers = lines.find((line) => line.startsWith(LAYERS));
  const rest = lines.filter((line) => line !== layers).join('\n');
  const report = layers === undefined ? undefined : parse(layers.slice(LAYERS.length));
  const reason = rest.replace(REASON, '').trim();
  return { reason, ...(report === undefined ? {} : { report }) };
}

function parse(json: string): JailReport | undefined {
  try {
    return readReport(JSON.parse(json));
  } catch {
    return undefined;
  }
}
