import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeKept } from './remove-kept.ts';

/** Names what a folder was made for. */
export const MADE_FOR = 'made-for';
/** Since when that was not there, in ms of the wall clock. */
const GONE_SINCE = 'gone-since';

export interface AbandonedRule {
  /** Wall clock in ms. */
  readonly now: number;
  /** What was made for a state that is not there is kept for so long: it may be on a disk that is not mounted. */
  readonly keepMs: number;
}

/** Takes away what was made for states that are not there any more, and were not for a while. */
export function removeAbandoned(all: string, rule: AbandonedRule): void {
  for (const name of namesIn(all)) {
    const folder = join(all, name);
    const madeFor = readText(join(folder, MADE_FOR));
    if (madeFor === '') continue;
    if (existsSync(madeFor)) rmSync(join(folder, GONE_SINCE), { force: true });
    else if (isOver(join(folder, GONE_SINCE), rule)) removeKept(folder);
  }
}

/** Whether a folder has nothing in it but what is written here. */
export function isUnused(base: string): boolean {
  return namesIn(base).every((name) => name === MADE_FOR || name === GONE_SINCE);
}

/** The first host that misses the state notes when that was. */
function isOver(mark: string, { now, keepMs }: AbandonedRule): boolean {
  const since = Number.parseInt(readText(mark), 10);
  if (!Number.isNaN(since)) return now - since > keepMs;
  try {
    writeFileSync(mark, String(now), { mode: 0o600 });
  } catch {
    // Without room, or taken away by another host: a server that has a folder starts all the same.
  }
  return false;
}

/** None of a folder that another host has taken away. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
