import { JSON_BUDGET, jsonLength } from '@mortise/extension-text';
import type { ProcessEnd } from './interpret-process-end.ts';
import { headAndTail } from './reducers/head-and-tail.ts';

/** Where the parts of the text are, so that the reducer need not guess which line is whose. */
export interface RunFacts {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly truncated: boolean;
  /** Characters of each stream in the text before a reducer shortens it. */
  readonly stdoutChars: number;
  readonly stderrChars: number;
}

export interface FormattedRun {
  readonly text: string;
  readonly structured: { readonly [Key in keyof RunFacts]: RunFacts[Key] };
}

/** What stands between stdout and stderr, on a line of its own. */
export function stderrHeading(stdout: string): string {
  return stdout === '' || stdout.endsWith('\n') ? '[stderr]\n' : '\n[stderr]\n';
}

/** The end of a program as text: how it ended first, because a cut takes the end of a text. */
export function formatRun(end: ProcessEnd): FormattedRun {
  const [stdout, stderr] = fitStreams(end.stdout, end.stderr);
  const { exitCode, signal, timedOut, truncated } = end;
  const error = stderr === '' ? '' : `${stderrHeading(stdout)}${stderr}`;
  return {
    text: `[${describeEnd(end)}]\n${stdout}${error}`,
    structured: {
      ...{ exitCode, signal, timedOut, truncated },
      stdoutChars: stdout.length,
      stderrChars: stderr.length,
    },
  };
}

function describeEnd(end: ProcessEnd): string {
  const parts = [
    end.exitCode === null ? `ended by ${end.signal ?? 'the host'}` : `exit code ${end.exitCode}`,
    ...(end.timedOut ? ['took too long and was ended'] : []),
    ...(end.truncated ? ['said more than the host keeps and was ended; the output is cut'] : []),
    ...(end.stdout === '' && end.stderr === '' ? ['no output'] : []),
  ];
  return parts.join('; ');
}

/** Both as they are if a result can hold them, else each within its half, the middle left out. */
function fitStreams(stdout: string, stderr: string): readonly [string, string] {
  if (jsonLength(stdout) + jsonLength(stderr) <= JSON_BUDGET) return [stdout, stderr];
  return [fit(stdout), fit(stderr)];
}

function fit(text: string): string {
  return jsonLength(text) <= JSON_BUDGET / 2 ? text : headAndTail(text);
}
