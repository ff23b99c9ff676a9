import type { Host } from '@mortise/host';
import type { McpEndpoint, McpEndpointOptions } from '../mcp/mcp-endpoint.ts';
import { rotateApiToken } from './api-token.ts';
import { Authenticator } from './authenticator.ts';
import { ConsoleCookie } from './console/console-cookie.ts';
import { ConsoleSessions } from './console/console-sessions.ts';
import { DpopProofs } from './dpop-proofs.ts';
import { followTokenFile } from './follow-token-file.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { IssuerTokens } from './issuer-tokens.ts';
import { OpenRequests } from './open-requests.ts';
import { PrincipalGate } from './principal-gate.ts';
import { RefusedLogins } from './refused-logins.ts';
import { createChallenge } from './resource-metadata.ts';

export interface GateParts {
  readonly host: Host;
  readonly endpoint: McpEndpoint;
  readonly settings: Pick<McpEndpointOptions, 'logger' | 'now'>;
  readonly options: GatewayOptions;
  /** Of the operator. */
  readonly token: string;
  /** Where clients reach this server. */
  readonly url: string;
}

/** Who may pass, and how the operator's token is replaced. */
export interface OpenedGate extends Disposable {
  readonly gate: PrincipalGate;
  readonly consoleSessions: ConsoleSessions;
  readonly refused: RefusedLogins;
  /** Of the operator, the newest. */
  readonly token: string;
  /** Absent if the token was not read from a file. */
  readonly rotateToken?: () => Promise<string>;
}

/** The answer to the request that replaced the token has left by then, ms. */
const ANSWER_MS = 1_000;
/** Another host or a command replaced it, unless this host is just about to say so itself. */
const FOLLOW_MS = 300;

export function openGate(parts: GateParts): OpenedGate {
  const { host, endpoint, url, settings } = parts;
  let { token } = parts;
  const { logger, now } = settings;
  const config = () => host.config.oauth;
  const proofs = new DpopProofs(now);
  const authenticator = new Authenticator({
    ...{ tokens: host.tokens, operatorToken: token, now, proofs },
    issuer: new IssuerTokens({ config, url, logger, now, proofs }),
  });
  const open = new OpenRequests({
    isGood: (principal) => authenticator.isGood(principal),
    onEnded: (principalId) => endpoint.endOf(principalId),
  });
  const cookie = new ConsoleCookie({ url, operatorToken: () => token });
  const challenge = createChallenge({ config, url });
  const forget = host.tokens.onRevoked((id) => open.end(id));
  const refused = new RefusedLogins({ audit: host.audit, logger, now });
  const consoleSessions = new ConsoleSessions({
    ...{ tokens: host.tokens, authenticator, cookie, url, now },
  });
  const endOld = () => {
    open.end('operator');
    consoleSessions.endAll().catch((error: unknown) => {
      logger.warn({ error }, 'Sessions of the console could not be ended; revoke their tokens.');
    });
  };
  const take = (next: string, endAfterMs: number) => {
    if (next === token) return;
    token = next;
    authenticator.rotate(next);
    setTimeout(endOld, endAfterMs).unref();
  };
  const file = tokenFileOf(parts.options);
  const onToken = (next: string) => take(next, FOLLOW_MS);
  const following = file === undefined ? undefined : followTokenFile(file, { onToken, logger });
  return {
    refused,
    gate: new PrincipalGate({ authenticator, open, challenge, cookie, url }),
    consoleSessions,
    ...rotation(file, (next) => take(next, ANSWER_MS)),
    get token() {
      return token;
    },
    [Symbol.dispose]: () => {
      forget();
      following?.[Symbol.dispose]();
      refused[Symbol.dispose]();
      open[Symbol.dispose]();
    },
  };
}

/** `undefined` where the program gave the token itself. */
function tokenFileOf({ token, tokenFile }: GatewayOptions): string | undefined {
  return token === undefined ? tokenFile : undefined;
}

function rotation(
  file: string | undefined,
  take: (token: string) => void,
): Pick<OpenedGate, 'rotateToken'> {
  if (file === undefined) return {};
  return {
    rotateToken: async () => {
      take(await rotateApiToken(file));
      return file;
    },
  };
}
