import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityDefinition,
  type CapabilityGrants,
  findGrantFault,
} from '@mortise/contracts';

/**
 * Turns the folders of grants into real absolute ones: an operator writes them relative to the
 * configuration, brokers compare real paths.
 */
export function resolveGrantPaths(grants: CapabilityGrants, baseDir: string): CapabilityGrants {
  const real = (path: string) => realPath(resolve(baseDir, path));
  const resolved = CAPABILITY_NAMES.flatMap((name) => {
    const { mapFolders }: CapabilityDefinition = CAPABILITIES[name];
    const grant = grants[name];
    if (grant === undefined) return [];
    const isUsable = findGrantFault(name, grant) === undefined;
    return [[name, isUsable && mapFolders ? mapFolders(grant, real) : grant]];
  });
  return Object.fromEntries(resolved);
}

// A folder that is not there yet stays as it was written: nothing can be reached through it.
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
