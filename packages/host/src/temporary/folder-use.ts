import { readdirSync, readlinkSync } from 'node:fs';

/** Whether a process that can be seen works in a folder, or has something in it open. */
export function isInUse(folder: string): boolean {
  return listNames('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => placesOf(pid).some((path) => path === folder || path.startsWith(`${folder}/`)));
}

function placesOf(pid: string): readonly string[] {
  const opened = listNames(`/proc/${pid}/fd`).map((descriptor) => `fd/${descriptor}`);
  return ['cwd', 'root', ...opened].flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/${name}`)];
    } catch {
      // It has ended, or is another account's.
      return [];
    }
  });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
