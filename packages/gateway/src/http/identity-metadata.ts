import type { Host } from '@mortise/host';
import { type Context, Hono } from 'hono';
import { answerUnknownRoute } from './create-api.ts';
import { IDENTITY_PATHS } from './well-known-paths.ts';

/** So long others may keep keys without asking; the next ones are told long before they are used. */
const KEPT = { 'Cache-Control': 'public, max-age=300' } as const;

/** Lets others check the tokens and signatures of agents; nothing while agents have no identity. */
export function createIdentityMetadata({ identity }: Pick<Host, 'identity'>): Hono {
  const app = new Hono();
  const describe = (context: Context) => {
    const { settings } = identity;
    if (settings === undefined) return answerUnknownRoute(context);
    const { issuer } = settings;
    const about = { issuer, jwks_uri: `${issuer}${IDENTITY_PATHS.keys}` };
    // It signs for its own agents alone: there is nothing to ask it for.
    const offers = { response_types_supported: [], grant_types_supported: [] };
    return context.json({ ...about, ...offers }, 200, KEPT);
  };
  app.get(IDENTITY_PATHS.issuer, describe);
  app.get(IDENTITY_PATHS.openId, describe);
  app.get(IDENTITY_PATHS.keys, (context) =>
    identity.settings === undefined
      ? answerUnknownRoute(context)
      : context.json({ keys: identity.publicKeys() }, 200, KEPT),
  );
  return app;
}
