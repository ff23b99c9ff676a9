import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file of the audit log that is not written any more. */
export interface OldAuditFile {
  readonly path: string;
  readonly bytes: number;
  /** When its last entry was written, wall clock in ms. */
  readonly endedAt: number;
}

/** Behind the name of the log: when it was put aside, and what keeps two of one moment apart. */
const ENDING = /^\.\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** The name under which a log is put aside; it starts with the log's own, which no grant reaches. */
export function oldAuditName(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:.]/g, '');
  return `${path}.${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Paths of the files that the log was put aside in, in the order of their names: of their times. */
export function oldAuditPaths(path: string): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const names = readdirSync(folder).filter((other) => isOld(other, name));
  return names.sort().map((each) => join(folder, each));
}

/** Files that the log was put aside in, the newest first. */
export async function oldAuditFiles(path: string): Promise<readonly OldAuditFile[]> {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const files: OldAuditFile[] = [];
  for (const each of names.filter((other) => isOld(other, name))) {
    const facts = await stat(join(folder, each)).catch(() => undefined);
    if (facts?.isFile() !== true) continue;
    files.push({ path: join(folder, each), bytes: facts.size, endedAt: facts.mtimeMs });
  }
  return files.sort((one, other) => other.endedAt - one.endedAt);
}

function isOld(name: string, log: string): boolean {
  return name.startsWith(log) && ENDING.test(name.slice(log.length));
}
