import type { Logger } from '@mortise/contracts';

const ignore = () => undefined;

/** For embedders that pass none: a library prints nothing of its own accord. */
export const SILENT_LOGGER: Logger = Object.freeze({
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
});
