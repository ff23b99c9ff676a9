import {
  type AuthorizationServerMetadata,
  type AuthProvider,
  ClientCredentialsProvider,
  discoverAuthorizationServerMetadata,
  type FetchLike,
  fetchToken,
} from '@modelcontextprotocol/client';
import { MortiseError, type ServerOAuth } from '@mortise/contracts';

export interface TokenParts {
  readonly oauth: ServerOAuth;
  /** The value of the client's secret. */
  readonly clientSecret: string;
  /** Of the MCP server. */
  readonly url: string;
  /** With bounded answers, in bounded time. */
  readonly fetch: FetchLike;
  /** Called with every token before it is used: it must not be seen anywhere. */
  readonly onToken: (token: string) => void;
  /** Monotonic, ms. */
  readonly now: () => number;
}

interface HeldToken {
  readonly text: string;
  readonly askedAt: number;
  /** From when on another one is asked for. */
  readonly renewAt: number;
}

/** How long before its end a token is renewed: so long, or so much of its life, if that is shorter. */
const RENEW_MS = 60_000;
const RENEW_SHARE = 0.2;
/** What is believed of a token that does not say how long it lives. */
const UNKNOWN_LIFE_MS = 300_000;
/** A server that refuses a token that is not older than this would refuse the next one, too. */
const FRESH_MS = 5_000;

/**
 * Access tokens for one MCP server by client credentials. The secret goes to the issuer that the operator
 * named, and never to one that the server names.
 */
export class ClientCredentials implements AuthProvider {
  readonly #parts: TokenParts;
  #issuer: Promise<AuthorizationServerMetadata> | undefined;
  #held: HeldToken | undefined;
  #asking: Promise<HeldToken> | undefined;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  async token(): Promise<string> {
    const held = this.#held;
    if (held !== undefined && this.#parts.now() < held.renewAt) return held.text;
    return (await this.#renew()).text;
  }

  async onUnauthorized(): Promise<void> {
    const held = this.#held;
    if (held !== undefined && this.#parts.now() - held.askedAt < FRESH_MS) {
      throw failed('It does not accept the access token that it was sent (401).');
    }
    this.#held = undefined;
    await this.#renew();
  }

  /** Requests that come together share one question. */
  #renew(): Promise<HeldToken> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<HeldToken> {
    const { oauth, clientSecret, url, fetch, onToken, now } = this.#parts;
    const metadata = await this.#metadata();
    const askedAt = now();
    const scope = oauth.scopes?.join(' ');
    const provider = new ClientCredentialsProvider({
      ...{ clientId: oauth.client_id, clientSecret, expectedIssuer: metadata.issuer },
      ...(scope === undefined ? {} : { scope }),
    });
    const resource = oauth.resource === false ? {} : { resource: oauth.resource ?? url };
    const tokens = await fetchToken(provider, metadata.issuer, {
      ...{ metadata, fetchFn: fetch, ...resource },
    }).catch((error: unknown) => {
      throw failed(`${metadata.token_endpoint} gave no access token: ${textOf(error)}`);
    });
    onToken(tokens.access_token);
    const lifeMs = tokens.expires_in === undefined ? UNKNOWN_LIFE_MS : tokens.expires_in * 1_000;
    const renewAt = askedAt + lifeMs - Math.min(RENEW_MS, lifeMs * RENEW_SHARE);
    this.#held = { text: tokens.access_token, askedAt, renewAt };
    return this.#held;
  }

  #metadata(): Promise<AuthorizationServerMetadata> {
    this.#issuer ??= this.#discover().catch((error: unknown) => {
      this.#issuer = undefined;
      throw error;
    });
    return this.#issuer;
  }

  async #discover(): Promise<AuthorizationServerMetadata> {
    const { oauth, fetch } = this.#parts;
    const { issuer, token_url: tokenUrl, authentication } = oauth;
    const methods =
      authentication === undefined
        ? {}
        : { token_endpoint_auth_methods_supported: [`client_secret_${authentication}`] };
    if (tokenUrl !== undefined) return { ...endpointAlone(tokenUrl), ...methods };
    const found = await discoverAuthorizationServerMetadata(issuer ?? '', { fetchFn: fetch }).catch(
      (error: unknown) => {
        throw failed(`The issuer ${issuer} cannot be asked: ${textOf(error)}`);
      },
    );
    if (found === undefined) throw failed(`The issuer ${issuer} says nothing of its endpoints.`);
    return { ...found, ...methods };
  }
}

/** What the operator knows of an issuer that is only named by its token endpoint. */
function endpointAlone(tokenUrl: string): AuthorizationServerMetadata {
  return {
    issuer: new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    // A field of every issuer; this grant asks for no authorization.
    authorization_endpoint: tokenUrl,
    response_types_supported: [],
  };
}

function failed(detail: string): MortiseError {
  return new MortiseError('mcp_server_failed', detail);
}

const MOST_CHARS = 300;

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MOST_CHARS);
}
