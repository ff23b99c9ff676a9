import {
  findUnreachedLayers,
  hasStatedLayers,
  type StatingToken,
} from '../access/unreached-layers.ts';
import type { Host } from './host.ts';
import { statedByAgent } from './stated-shape.ts';

/**
 * Adds to the list of a host what its policy says for requests that nothing states. For programs whose
 * requests come from clients with tokens and from commands alone: sessions of an embedder state their own.
 */
export async function reportUnreachedLayers(host: Host): Promise<void> {
  // Absent while the tokens could not be read: then nothing is known to be unreached.
  let tokens = await readTokens(host);
  host.addDiagnostics(() => {
    if (!hasStatedLayers(host.config)) return [];
    // The list is made at once; a token that came since counts the next time.
    void readTokens(host).then((next) => {
      tokens = next;
    });
    return tokens === undefined ? [] : findUnreachedLayers(host.config, { tokens, statedByAgent });
  });
}

async function readTokens(host: Host): Promise<readonly StatingToken[] | undefined> {
  if (host.isClosed || !hasStatedLayers(host.config)) return [];
  try {
    return await host.tokens.list();
  } catch {
    return undefined;
  }
}
