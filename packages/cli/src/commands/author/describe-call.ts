import type { CallReport } from '@mortise/contracts';
import { countOf } from '../../output/count-of.ts';
import { paint } from '../../output/paint.ts';

const ARGS_CHARS = 120;
const INDENT = '         ';

/** One call as its author sees it go by: `12:03:11 get_forecast {"city":"Oslo"}  ok 12 ms`. */
export function describeCall(
  report: CallReport,
  { now, hasColour }: { readonly now: Date; readonly hasColour: boolean },
): string {
  const { toolName, args, outcome, durationMs } = report;
  const clock = now.toTimeString().slice(0, 8);
  const head = `${clock} ${toolName} ${shortJson(args)}`;
  const took = `${durationMs.toFixed(0)} ms`;
  if (outcome.status === 'ok') {
    const parts = countOf(outcome.content.length, 'part');
    return `${head}  ${paint({ hasColour }, 'green', 'ok')} ${took}, ${parts}`;
  }
  const { status, code, message } = outcome;
  const trace = status === 'failed' ? outcome.trace : undefined;
  const lines = [message, ...(trace ?? []).map((line) => `  ${line}`)];
  const rest = lines.flatMap((line) => line.split('\n')).map((line) => `\n${INDENT}${line}`);
  return `${head}  ${paint({ hasColour }, 'red', `${status} ${code}`)} ${took}${rest.join('')}`;
}

function shortJson(args: unknown): string {
  const text = JSON.stringify(args) ?? '';
  return text.length <= ARGS_CHARS ? text : `${text.slice(0, ARGS_CHARS - 1)}…`;
}
