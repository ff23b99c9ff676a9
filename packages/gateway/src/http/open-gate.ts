import type { Host } from '@mortise/host';
import type { McpEndpoint, McpEndpointOptions } from '../mcp/mcp-endpoint.ts';
import { rotateApiToken } from './api-token.ts';
import { Authenticator } from './authenticator.ts';
import { ConsoleCookie } from './console/console-cookie.ts';
import { ConsoleSessions } from './console/console-sessions.ts';
import { DpopProofs } from './dpop-proofs.ts';
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

const ANSWER_MS = 1_000;

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
  return {
    refused,
    gate: new PrincipalGate({ authenticator, open, challenge, cookie, url }),
    consoleSessions,
    ...rotation(parts.options, (next) => {
      token = next;
      authenticator.rotate(next);
      // After the answer to this very request has left.
      setTimeout(endOld, ANSWER_MS).unref();
    }),
    get token() {
      return token;
    },
    [Symbol.dispose]: () => {
      forget();
      refused[Symbol.dispose]();
      open[Symbol.dispose]();
    },
  };
}

function rotation(
  { token, tokenFile }: GatewayOptions,
  take: (token: string) => void,
): Pick<OpenedGate, 'rotateToken'> {
  if (token !== undefined || tokenFile === undefined) return {};
  return {
    rotateToken: async () => {
      take(await rotateApiToken(tokenFile));
      return tokenFile;
    },
  };
}
