import type { RunProgress } from '@mortise/contracts';
import { parseJson } from './node-to-host.ts';

const PROGRESS_CHARS = 500;

/** What a node says of the progress of a call; undefined if it is nothing of the kind. */
export function readProgress(json: string): RunProgress | undefined {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message } = value;
  const percent = 'percent' in value ? value.percent : undefined;
  if (typeof message !== 'string') return undefined;
  const text = message.slice(0, PROGRESS_CHARS);
  return typeof percent === 'number' && Number.isFinite(percent)
    ? { message: text, percent }
    : { message: text };
}
