import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Logger, showHidden } from '@mortise/contracts';
import { type DestinationStream, destination, type Level, pino } from 'pino';
import { CliFault } from '../output/cli-fault.ts';
import { formatLogLine } from './format-log-line.ts';

/** Where a host writes what happens, and how much of it. */
export interface LogChoice {
  /** `debug`, `info`, `warn`, `error`, or `silent`. */
  readonly level?: string | undefined;
  /** A file; standard error if absent. */
  readonly file?: string | undefined;
  /** Whether a person reads standard error. */
  readonly isTerminal: boolean;
  /** Writes a line to standard error, made harmless. */
  readonly write: (line: string) => void;
}

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * The log of `mortise serve`: lines of JSON, or readable ones where a person looks. A person sees warnings
 * and worse unless told otherwise, a file has everything from `info` on.
 */
export function createLog(choice: LogChoice): Logger {
  const { file, isTerminal } = choice;
  const level = choice.level ?? (isTerminal && file === undefined ? 'warn' : 'info');
  if (!LEVELS.includes(level)) {
    throw new CliFault('usage', {
      code: 'log_level_invalid',
      message: `"${level}" is no level of the log.`,
      hint: `There are: ${LEVELS.join(', ')}.`,
    });
  }
  const options = {
    level: level as Level | 'silent',
    base: null,
    serializers: { error: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return pino(options, openDestination(choice));
}

function openDestination({ file, isTerminal, write }: LogChoice): DestinationStream {
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Synchronous: what was logged before a crash is what explains it.
    return destination({ dest: file, append: true, mode: 0o600, sync: true });
  }
  const shown = isTerminal ? formatLogLine : showHidden;
  return { write: (line) => write(shown(line.trimEnd())) };
}

/** Errors have no fields that JSON would write. */
function describeError(error: unknown): unknown {
  return error instanceof Error ? `${error.name}: ${error.message}` : error;
}
