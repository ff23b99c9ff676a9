import { userInfo } from 'node:os';

/** The account that types a command, as it is written down. By number where it has no name. */
export function osAccount(): string {
  const uid = process.getuid?.() ?? 0;
  try {
    return `os:${userInfo().username}(${uid})`;
  } catch {
    return `os:${uid}`;
  }
}
