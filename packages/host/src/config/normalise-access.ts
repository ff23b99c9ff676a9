import type { AccessLayer, ProviderLayer, ToolPolicy } from '@mortise/contracts';
import { foldName } from '@mortise/contracts';
import { checkUniqueNames } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { dropAbsent } from './drop-absent.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readReference, readSelectors, reportBlank } from './read-selectors.ts';
import type { AccessLists, AccessPolicy } from './schema-access.ts';

/** An access policy as written → its layers. Without one, an empty policy that narrows nothing. */
export function normalisePolicy(
  policy: AccessPolicy | undefined,
  path: string,
  reading: ConfigReading,
): ToolPolicy {
  if (policy === undefined) return { path, byProvider: [] };
  const providers = pickSpelling(policy, ['byProvider', 'by_provider'], { path, reading });
  const sandboxed = policy.sandbox?.tools;
  return {
    ...normaliseLayer(policy, path, reading),
    byProvider: normaliseProviders(providers?.value ?? {}, providers?.path ?? path, reading),
    ...(sandboxed && { sandbox: normaliseLayer(sandboxed, `${path}.sandbox.tools`, reading) }),
  };
}

function normaliseLayer(lists: AccessLists, path: string, reading: ConfigReading): AccessLayer {
  const selectorsOf = <Key extends 'allow' | 'alsoAllow' | 'also_allow' | 'deny'>(
    ...keys: readonly Key[]
  ) => {
    const picked = pickSpelling<AccessLists, Key>(lists, keys, { path, reading });
    return picked && readSelectors(picked.value ?? [], picked.path, reading);
  };
  return dropAbsent({
    path,
    profile:
      lists.profile === undefined
        ? undefined
        : readReference(lists.profile, joinKey(path, 'profile'), reading),
    allow: selectorsOf('allow'),
    alsoAllow: selectorsOf('alsoAllow', 'also_allow'),
    deny: selectorsOf('deny'),
  });
}

function normaliseProviders(
  providers: { readonly [key: string]: AccessLists },
  path: string,
  reading: ConfigReading,
): readonly ProviderLayer[] {
  const layers = Object.entries(providers).map(([written, lists]) => {
    const layerPath = joinKey(path, written);
    const key = foldName(written.trim());
    if (key === '') reportBlank(layerPath, reading);
    return { ...normaliseLayer(lists, layerPath, reading), key };
  });
  checkUniqueNames(
    layers.map((layer) => ({ name: layer.key, path: layer.path })),
    reading,
  );
  return layers;
}
