import type { OutputChunk } from 'rolldown';
import { type PluginUses, pluginRequests } from '../guest/openclaw/plugin-requests.ts';
import type { BundleNeed, BundleRequest } from './bundle-request.ts';
import type { Findings } from './guest-bundle-plugin.ts';
import { showPath } from './show-path.ts';

/** What the code of an extension itself mentions, found in its syntax; it may never come to it. */
export type BundleUses = PluginUses;

/** Hosts of services, among all that a dependency mentions. */
const SERVICE = /^https:\/\/(?:[\w-]+\.)*(?:api|[\w-]+-api)\./;

/** Of the modules that really are in the bundle. Of dependencies only addresses of services count. */
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
    const isOwn = !showPath(id, request.root).startsWith('node_modules/');
    for (const origin of mentions.origins) if (isOwn || SERVICE.test(origin)) origins.add(origin);
    if (!isOwn) continue;
    for (const program of mentions.programs) programs.add(program);
  }
  const variables = needs.flatMap(({ module, member }) =>
    module === 'process' && member.startsWith('env.') ? [member.slice('env.'.length)] : [],
  );
  const isUsed = (capability: string): boolean =>
    needs.some((need) => need.capability === capability);
  const uses = {
    ...{ origins: [...origins].sort(), methods: [...methods].sort() },
    ...{ programs: [...programs].sort(), variables: variables.sort() },
    usesNetwork: isUsed('network'),
    usesFiles: isUsed('fs_reach'),
    usesPrograms: isUsed('process'),
  };
  // A default of its configuration is what it does unless an operator says otherwise.
  const { network } = pluginRequests(uses, request.configDefaults);
  return { ...uses, origins: network?.allowedHosts ?? uses.origins };
}
