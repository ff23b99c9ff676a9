import { createGuestLog, type LogFunction } from './guest-log.ts';
import { apply, bindFirst, create, findText, toText } from './intrinsics.ts';
import { useChunk } from './web/chunks.ts';

/** `console`: all of it goes to the log of the extension, where lines have no groups to stand in. */
export function createConsole(): object {
  const { debug, info, warn, error } = createGuestLog(undefined);
  const nothing = (): void => undefined;
  const [log, group] = [formatted(info), formatted(info)];
  return {
    ...{ log, info: log, debug: formatted(debug), warn: formatted(warn), error: formatted(error) },
    ...{ trace: formatted(debug), dir: (value: unknown) => debug(value), table: info },
    ...{ group, groupCollapsed: group, groupEnd: nothing, clear: nothing },
    assert: (isTrue?: unknown, ...values: unknown[]) => {
      if (!isTrue) apply(bindFirst(error, 'Assertion failed'), undefined, values);
    },
    ...counters(info),
    ...clocks(info),
  };
}

/** A text with places for values gets them; looking for that costs nothing where there is none. */
function formatted(write: LogFunction): LogFunction {
  return (...values) => {
    const text = values[0];
    const hasPlaces = values.length > 1 && typeof text === 'string' && findText(text, '%', 0) >= 0;
    apply(write, undefined, hasPlaces ? fillPlaces(values) : values);
  };
}

/** As they are where an extension has replaced what this is done with. */
function fillPlaces(values: readonly unknown[]): readonly unknown[] {
  try {
    return useChunk('inspect').format(values);
  } catch {
    return values;
  }
}

function counters(write: LogFunction): object {
  const counts = create(null) as { [label: string]: number };
  return {
    count: (label: unknown = 'default') => {
      const name = toText(label);
      counts[name] = (counts[name] ?? 0) + 1;
      write(`${name}: ${counts[name]}`);
    },
    countReset: (label: unknown = 'default') => {
      counts[toText(label)] = 0;
    },
  };
}

function clocks(write: LogFunction): object {
  const starts = create(null) as { [label: string]: number };
  const { now } = Date;
  const timeLog = (label: unknown = 'default', ...values: unknown[]): void => {
    const start = starts[toText(label)];
    if (start === undefined) return;
    apply(bindFirst(write, `${toText(label)}: ${now() - start} ms`), undefined, values);
  };
  return {
    time: (label: unknown = 'default') => {
      starts[toText(label)] = now();
    },
    timeLog,
    timeEnd: (label: unknown = 'default') => {
      timeLog(label);
      delete starts[toText(label)];
    },
  };
}
