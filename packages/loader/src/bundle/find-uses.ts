import type { OutputChunk } from 'rolldown';
import type { BundleNeed, BundleRequest } from './bundle-request.ts';
import type { Findings } from './guest-bundle-plugin.ts';
import { showPath } from './show-path.ts';

/** What the code of an extension itself mentions, found in its syntax; it may never come to it. */
export interface BundleUses {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly programs: readonly string[];
  /** Variables of the environment that it reads. */
  readonly variables: readonly string[];
  readonly usesNetwork: boolean;
  readonly usesFiles: boolean;
  readonly usesPrograms: boolean;
}

/** Of the modules that really are in the bundle. Addresses count in the extension's own files only. */
export function findUses(
  chunk: OutputChunk,
  request: BundleRequest,
  { findings, needs }: { readonly findings: Findings; readonly needs: readonly BundleNeed[] },
): BundleUses {
  const [origins, methods, programs] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [id, { mentions }] of findings.facts) {
    const isRendered = (chunk.modules[id]?.renderedLength ?? 0) > 0;
    if (!isRendered || findings.ours.has(id)) continue;
    for (const method of mentions.methods) methods.add(method);
    if (showPath(id, request.root).startsWith('node_modules/')) continue;
    for (const origin of mentions.origins) origins.add(origin);
    for (const program of mentions.programs) programs.add(program);
  }
  const variables = needs.flatMap(({ module, member }) =>
    module === 'process' && member.startsWith('env.') ? [member.slice('env.'.length)] : [],
  );
  const isUsed = (capability: string): boolean =>
    needs.some((need) => need.capability === capability);
  return {
    ...{ origins: [...origins].sort(), methods: [...methods].sort() },
    ...{ programs: [...programs].sort(), variables: variables.sort() },
    usesNetwork: isUsed('network'),
    usesFiles: isUsed('fs_reach'),
    usesPrograms: isUsed('process'),
  };
}
