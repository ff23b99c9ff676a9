import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
const FIRST_BEYOND_STDIO = 3;

/**
 * Descriptors that a started process would inherit. Node opens none of that kind, but the host may
 * have been started with some, and Node marks only the lowest of those.
 * Only Linux lists descriptors with their flags; elsewhere the list is empty. Throws if it cannot look.
 */
export function leakingDescriptors(platform: NodeJS.Platform): readonly number[] {
  if (platform !== 'linux') return [];
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST_BEYOND_STDIO && isInherited(descriptor));
}

/** The descriptor that listed the directory is closed by now; it cannot be read and is not one. */
function isInherited(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = /^flags:\s+([0-7]+)$/m.exec(info)?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch (error) {
    // Anything else than a closed one (no descriptors left to look) must not pass for harmless.
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return false;
    throw error;
  }
}
