import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A draft carries the number of its process, so that one that was left behind can be told. */
const DRAFT = /^\.create-mortise-(\d+)-[A-Za-z0-9]{6}$/;

/** How the name of a draft begins; `mkdtemp` gives it its end. */
export function nameDraft(): string {
  return `.create-mortise-${process.pid}-`;
}

/** Says whether a name is that of a draft whose process is gone. */
export function isLeftOver(name: string): boolean {
  const [, pid] = DRAFT.exec(name) ?? [];
  return pid !== undefined && !isRunning(Number(pid));
}

/** Removes the drafts in a folder that killed processes left; what cannot be removed stays. */
export function removeLeftOvers(folder: string): void {
  for (const name of readdirSync(folder).filter(isLeftOver)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Of another user: nothing here depends on it.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
