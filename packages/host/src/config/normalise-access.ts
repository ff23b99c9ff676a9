import {
  ACCESS_KEYS,
  type AccessLists,
  type AccessPolicy,
  ARGUMENT_KEYS,
  foldName,
  POLICY_KEYS,
  type ProviderLayer,
  REVERSIBILITY_KEYS,
  type ToolPolicy,
} from '@mortise/contracts';
import { checkUniqueNames } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ReadingPlace } from './config-reading.ts';
import { normaliseRules } from './normalise-rules.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readKeys } from './read-keys.ts';
import { reportBlank } from './read-selectors.ts';

/** An access policy as written → its layers. Without one, an empty policy that narrows nothing. */
export function normalisePolicy(
  policy: AccessPolicy | undefined,
  { path, reading }: ReadingPlace,
): ToolPolicy {
  if (policy === undefined) return { path, byProvider: [] };
  const providers = pickSpelling(policy, POLICY_KEYS.byProvider.spellings, { path, reading });
  const sandboxed = policy.sandbox?.tools;
  const sandboxPath = `${path}.sandbox.tools`;
  return {
    path,
    ...readKeys({ ...ACCESS_KEYS, ...ARGUMENT_KEYS }, policy, { path, reading }),
    ...(policy.reversibility && {
      reversibility: readKeys(REVERSIBILITY_KEYS, policy.reversibility, {
        path: `${path}.reversibility`,
        reading,
      }),
    }),
    ...(policy.rules && {
      rules: normaliseRules(policy.rules, { path: `${path}.rules`, reading }),
    }),
    byProvider: normaliseProviders(providers?.value ?? {}, {
      path: providers?.path ?? path,
      reading,
    }),
    ...(sandboxed && {
      sandbox: {
        path: sandboxPath,
        ...readKeys(ACCESS_KEYS, sandboxed, { path: sandboxPath, reading }),
      },
    }),
  };
}

function normaliseProviders(
  providers: { readonly [key: string]: AccessLists },
  { path, reading }: ReadingPlace,
): readonly ProviderLayer[] {
  const layers = Object.entries(providers).map(([written, lists]) => {
    const layerPath = joinKey(path, written);
    const key = foldName(written.trim());
    if (key === '') reportBlank(layerPath, reading);
    return { path: layerPath, ...readKeys(ACCESS_KEYS, lists, { path: layerPath, reading }), key };
  });
  checkUniqueNames(
    layers.map((layer) => ({ name: layer.key, path: layer.path })),
    reading,
  );
  return layers;
}
