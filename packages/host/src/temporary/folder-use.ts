import { readdirSync, readlinkSync } from 'node:fs';

/** Whether a process that can be seen works in a folder, or has something in it open but one file. */
export function isInUse(folder: string, ignored: string): boolean {
  const isInside = (path: string): boolean =>
    path === folder || (path.startsWith(`${folder}/`) && path !== ignored);
  return listNames('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => placesOf(pid).some(isInside));
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
