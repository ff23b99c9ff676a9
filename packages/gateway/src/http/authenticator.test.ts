import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { DpopProofs } from './dpop-proofs.ts';

const URL_OF_HOST = 'https://host.example/mcp/main';

let host: Host;
let authenticator: Authenticator;
let token: string;
beforeAll(async () => {
  host = await createHost({ config: { agents: { main: {} } } });
  const proofs = new DpopProofs(Date.now);
  authenticator = new Authenticator({ tokens: host.tokens, operatorToken: 'secret-token', proofs });
  ({ token } = await host.tokens.create({ agents: ['main'], userId: 'ana' }));
});
afterAll(() => host.close());

const ask = (authorization: string | undefined) =>
  authenticator.authenticate({ authorization, proof: undefined, method: 'GET', url: URL_OF_HOST });

describe('who asks (T-1)', () => {
  it.each(['Bearer secret-token', 'bearer secret-token', 'BEARER  secret-token'])(
    'is the operator with the token of the file: %s',
    async (header) => {
      expect(await ask(header)).toMatchObject({ kind: 'operator' });
    },
  );

  it('is the client of a token, with its agents, roles and user', async () => {
    expect(await ask(`Bearer ${token}`)).toMatchObject({
      kind: 'client',
      roles: ['call'],
      agents: ['main'],
      userId: 'ana',
    });
  });

  it.each([
    'Bearer secret-toke',
    'Bearer secret-token2',
    'Bearer secret-token ',
    'Basic secret-token',
    'secret-token',
    'Bearer',
    '',
  ])('is not known by %j', async (header) => {
    expect(await ask(header)).toEqual({ fault: 'invalid' });
  });

  it('is not known by a token whose last character, id or prefix is another', async () => {
    const other = token.endsWith('A') ? 'B' : 'A';
    const forged = [
      token.slice(0, -1) + other,
      token.slice(0, -1),
      `${token}A`,
      token.replace('mortise_', 'mortise-'),
      token.replace(/_[0-9a-z]{12}_/, '_000000000000_'),
    ];
    for (const each of forged) {
      expect(await ask(`Bearer ${each}`)).toEqual({ fault: 'invalid' });
    }
  });

  it('is nobody without a header', async () => {
    expect(await ask(undefined)).toEqual({ fault: 'missing' });
  });
});
