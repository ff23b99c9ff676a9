import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FuzzTarget } from './fuzz-target.ts';

const FOLDER = join(import.meta.dirname, 'corpus');

const pathOf = ({ name }: FuzzTarget) => join(FOLDER, `${name}.jsonl`);

/** Texts that reach something in a target that no other of them does, one JSON text a line. */
export function readCorpus(target: FuzzTarget): readonly string[] {
  const path = pathOf(target);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string);
}

export function writeCorpus(target: FuzzTarget, texts: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(target), texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
}
