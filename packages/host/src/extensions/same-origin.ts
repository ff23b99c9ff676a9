import { resolve } from 'node:path';

/** Whether two names of a source mean the same one: `./weather` and `weather/` are one folder. */
export function isSameOrigin(one: string, other: string, baseDir: string): boolean {
  return one === other || resolve(baseDir, one) === resolve(baseDir, other);
}
