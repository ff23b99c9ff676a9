import { foldName, type ProviderLayer } from '@mortise/contracts';

export interface ProviderRequest {
  readonly provider?: string;
  readonly model?: string;
}

/**
 * The one `byProvider` layer in force: `provider/model` replaces `provider`, nothing is merged.
 * A model may be given with its provider in front; a host that passes only that still gets its layer.
 */
export function selectProviderLayer(
  layers: readonly ProviderLayer[],
  request: ProviderRequest,
): ProviderLayer | undefined {
  for (const key of providerKeys(request)) {
    const layer = layers.find((each) => foldName(each.key.trim()) === key);
    if (layer !== undefined) return layer;
  }
  return undefined;
}

/** Longest first. */
function providerKeys({ provider, model }: ProviderRequest): readonly string[] {
  const foldedModel = model === undefined ? '' : foldName(model.trim());
  if (provider === undefined) {
    const slash = foldedModel.indexOf('/');
    return slash > 0 ? [foldedModel, foldedModel.slice(0, slash)] : [];
  }
  const foldedProvider = foldName(provider.trim());
  const keys = foldedModel === '' ? [] : [`${foldedProvider}/${foldedModel}`];
  if (foldedModel.startsWith(`${foldedProvider}/`)) keys.push(foldedModel);
  return [...keys, foldedProvider];
}
