import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** What one token says, besides what every good one does. */
export interface TokenClaims extends JWTPayload {
  readonly scope?: string;
}

export interface SignOptions {
  readonly alg?: string;
  readonly typ?: string;
  readonly kid?: string;
  /** Signs with a key that the issuer does not publish. */
  readonly isForged?: boolean;
}

/** An issuer on loopback: keys, metadata, and tokens as they are asked for. */
export async function openIssuer() {
  const pair = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  let asked = 0;
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/.well-known/oauth-authorization-server') {
      return void response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }));
    }
    asked += 1;
    response.end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: TokenClaims, options: SignOptions = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    const filled = { iss: url, sub: 'ana', iat: now, exp: now + 300, ...claims };
    const { alg = 'ES256', typ = 'at+jwt', kid = 'one', isForged } = options;
    const jwt = new SignJWT(filled).setProtectedHeader({ alg, typ, kid });
    return jwt.sign(isForged === true ? other.privateKey : pair.privateKey);
  };
  return {
    url,
    sign,
    /** As everyone can read it. */
    publicKey: key,
    /** How often the keys were asked for. */
    keysAsked: () => asked,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;
