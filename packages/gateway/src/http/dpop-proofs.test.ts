import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { DpopProofs, type PresentedToken } from './dpop-proofs.ts';

const URL_OF_HOST = 'https://host.example/mcp/main';
const TOKEN = 'a-token';
let now = 1_800_000_000_000;
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let own: Keys;
let other: Keys;
let thumbprint: string;

beforeAll(async () => {
  own = await generateKeyPair('ES256', { extractable: true });
  other = await generateKeyPair('ES256', { extractable: true });
  thumbprint = await calculateJwkThumbprint(await exportJWK(own.publicKey));
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
let count = 0;

interface ProofParts {
  readonly claims?: object;
  readonly keys?: Keys;
  readonly shown?: Keys;
  readonly typ?: string;
}

async function prove({ claims = {}, keys = own, shown = keys, typ = 'dpop+jwt' }: ProofParts = {}) {
  count += 1;
  const iat = Math.floor(now / 1_000);
  return new SignJWT({
    ...{ jti: `proof ${count}`, htm: 'POST', htu: URL_OF_HOST, ath: hashOf(TOKEN), iat },
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ, jwk: await exportJWK(shown.publicKey) })
    .sign(keys.privateKey);
}

const present = (proof: string | undefined, changed: Partial<PresentedToken> = {}) => ({
  ...{ token: TOKEN, scheme: 'dpop' as const, method: 'POST', url: URL_OF_HOST, proof },
  ...changed,
});

describe('a proof that a token is its sender’s own (T-2)', () => {
  it('is good for its request, once', async () => {
    const proofs = new DpopProofs(() => now);
    const proof = await prove();
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(true);
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(false);
    const query = await prove({ claims: { htu: `${URL_OF_HOST}?a=b#c` } });
    expect(await proofs.isGood(present(query), thumbprint)).toBe(true);
  });

  it.each<[string, ProofParts]>([
    ['another method', { claims: { htm: 'GET' } }],
    ['another address', { claims: { htu: 'https://host.example/mcp/other' } }],
    ['another token', { claims: { ath: hashOf('another') } }],
    ['no token', { claims: { ath: undefined } }],
    ['an hour ago', { claims: { iat: 1_800_000_000 - 3_600 } }],
    ['an hour from now', { claims: { iat: 1_800_000_000 + 3_600 } }],
    ['no time', { claims: { iat: undefined } }],
    ['no use', { claims: { jti: undefined } }],
    ['another kind of token', { typ: 'at+jwt' }],
  ])('is not good if it is for %s', async (_what, parts) => {
    const proofs = new DpopProofs(() => now);
    expect(await proofs.isGood(present(await prove(parts)), thumbprint)).toBe(false);
  });

  it('is not good by another key, whichever it shows', async () => {
    const proofs = new DpopProofs(() => now);
    expect(await proofs.isGood(present(await prove({ keys: other })), thumbprint)).toBe(false);
    const false_ = await prove({ keys: other, shown: own });
    expect(await proofs.isGood(present(false_), thumbprint)).toBe(false);
  });

  it('is missing where a token comes as a bearer token, or without one', async () => {
    const proofs = new DpopProofs(() => now);
    const bearer = present(await prove(), { scheme: 'bearer' });
    expect(await proofs.isGood(bearer, thumbprint)).toBe(false);
    expect(await proofs.isGood(present(undefined), thumbprint)).toBe(false);
    expect(await proofs.isGood(present('x.y.z'), thumbprint)).toBe(false);
  });

  it('is used up until the very end of its time', async () => {
    const began = now;
    const proofs = new DpopProofs(
      () => now,
      () => now,
    );
    const proof = await prove({ claims: { iat: began / 1_000 + 60 } });
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(true);
    now = began + 120_000;
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(true);
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(false);
    now = began;
  });

  it('stays used up when the clock is set ahead and back again', async () => {
    const began = now;
    const proofs = new DpopProofs(() => now);
    const proof = await prove();
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(true);
    now = began + 3_600_000;
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(true);
    now = began;
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(false);
  });

  it('stays used up when its time comes once more, by a clock that was set back long after', async () => {
    const began = now;
    let clock = 0;
    const proofs = new DpopProofs(
      () => now,
      () => clock,
    );
    now = began + 3_600_000;
    const proof = await prove();
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(true);
    [now, clock] = [began, 600_000];
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(true);
    [now, clock] = [began + 3_600_000, 4_200_000];
    expect(await proofs.isGood(present(proof), thumbprint)).toBe(false);
    now = began;
  });

  it('is remembered for as long as it could be used again', async () => {
    const proofs = new DpopProofs(() => now);
    const early = await prove({ claims: { iat: Math.floor(now / 1_000) + 59 } });
    expect(await proofs.isGood(present(early), thumbprint)).toBe(true);
    now += 100_000;
    expect(await proofs.isGood(present(early), thumbprint)).toBe(false);
    now -= 100_000;
  });

  it('is remembered at the cost of its own key: who sends many locks no other client out', async () => {
    const proofs = new DpopProofs(
      () => now,
      () => 0,
      { ofKey: 3, ofAll: 5 },
    );
    const others = await calculateJwkThumbprint(await exportJWK(other.publicKey));
    const sendOwn = async () => proofs.isGood(present(await prove()), thumbprint);
    const sendOther = async () => proofs.isGood(present(await prove({ keys: other })), others);
    const first = [await sendOwn(), await sendOwn(), await sendOwn(), await sendOwn()];
    expect(first).toEqual([true, true, true, false]);
    // No proof that is young is forgotten to make room.
    expect([await sendOther(), await sendOther(), await sendOther()]).toEqual([true, true, false]);
  });

  it('makes room for others of its key when it is too old', async () => {
    const began = now;
    let clock = 0;
    const proofs = new DpopProofs(
      () => now,
      () => clock,
      { ofKey: 1, ofAll: 1 },
    );
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(true);
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(false);
    [now, clock] = [began + 121_000, 121_000];
    expect(await proofs.isGood(present(await prove()), thumbprint)).toBe(true);
    now = began;
  });
});
