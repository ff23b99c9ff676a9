import { readArgument } from '@mortise/extension-text';
import { stderrHeading } from '../format-run.ts';

/** The text of our own terminal tool, taken apart. */
export interface RunParts {
  /** How the program ended, with its line end. */
  readonly heading: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** `undefined` unless the text is exactly what the counts in `structured` say. */
export function splitRun(text: string, structured: unknown): RunParts | undefined {
  const stdoutChars = readArgument(structured, 'stdoutChars');
  const stderrChars = readArgument(structured, 'stderrChars');
  if (typeof stdoutChars !== 'number' || typeof stderrChars !== 'number') return undefined;
  const start = text.indexOf('\n') + 1;
  const end = start + stdoutChars;
  const heading = text.slice(0, start);
  const stdout = text.slice(start, end);
  const error = stderrChars === 0 ? '' : stderrHeading(stdout);
  const stderr = text.slice(end + error.length);
  const isExact = stdout.length === stdoutChars && stderr.length === stderrChars;
  return isExact && text === `${heading}${stdout}${error}${stderr}`
    ? { heading, stdout, stderr }
    : undefined;
}
