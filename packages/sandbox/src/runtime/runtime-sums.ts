import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SUMS_NAME = 'sums.json';

/** Writes down what the files of a built runtime are, as the last of them. */
export function writeSums(directory: string): void {
  writeFileSync(join(directory, SUMS_NAME), JSON.stringify(sumsOf(directory)));
}

/**
 * Whether a built runtime is there and as it was built. A damaged one would end every runner, and
 * extensions would be blamed for it.
 */
export function isIntact(directory: string): boolean {
  try {
    const written = readFileSync(join(directory, SUMS_NAME), 'utf8');
    return written === JSON.stringify(sumsOf(directory));
  } catch {
    return false;
  }
}

function sumsOf(directory: string): readonly (readonly [name: string, sum: string])[] {
  return readdirSync(directory)
    .filter((name) => name !== SUMS_NAME)
    .sort()
    .map((name) => [name, sumOf(readFileSync(join(directory, name)))]);
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
