import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuestFixture, openGuestFixture } from './guest-fixture.ts';

let guest: GuestFixture;
beforeAll(async () => {
  guest = await openGuestFixture();
});
afterAll(() => guest[Symbol.asyncDispose]());

const HELP = `const utf8 = (t) => new TextEncoder().encode(t); const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join(''); const { subtle } = crypto;`;

interface Case {
  readonly code: string;
  readonly then: string;
}

function cases(list: readonly Case[]): void {
  it.each(list)('$code', async ({ code, then }) => {
    expect(await guest.evaluate(`${HELP} ${code}`)).toBe(then);
  });
}

describe('crypto.subtle of a guest (S-2)', () => {
  cases([
    {
      code: `return hex(await subtle.digest('SHA-256', utf8('abc')))`,
      then: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
    {
      code: `return [hex(await subtle.digest({ name: 'SHA-1' }, utf8('abc').buffer)), (await subtle.digest('SHA-512', new Uint16Array(2))).byteLength]`,
      then: '["a9993e364706816aba3e25717850c26c9cd0d89d",64]',
    },
    {
      code: `const k = await subtle.importKey('raw', utf8('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
        const s = await subtle.sign('HMAC', k, utf8('The quick brown fox jumps over the lazy dog'));
        return [hex(s), await subtle.verify('HMAC', k, s, utf8('The quick brown fox jumps over the lazy dog')), await subtle.verify('HMAC', k, s, utf8('other')), k.type, k.extractable, k.algorithm, k.usages]`,
      then: '["f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",true,false,"secret",false,{"name":"HMAC","length":24,"hash":{"name":"SHA-256"}},["sign","verify"]]',
    },
    ...[
      `{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }`,
      `{ name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', saltLength: 32 }`,
      `{ name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }`,
      `{ name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }`,
      `{ name: 'Ed25519' }`,
    ].map((algorithm) => ({
      code: `const a = ${algorithm}; const { privateKey, publicKey } = await subtle.generateKey(a, true, ['sign', 'verify']); const data = utf8('signed');
        const s = await subtle.sign(a, privateKey, data);
        const jwk = await subtle.exportKey('jwk', publicKey); const again = await subtle.importKey('jwk', jwk, a, true, ['verify']);
        const pkcs8 = await subtle.exportKey('pkcs8', privateKey); const own = await subtle.importKey('pkcs8', pkcs8, a, false, ['sign']);
        return [await subtle.verify(a, again, s, data), await subtle.verify(a, publicKey, await subtle.sign(a, own, data), data), await subtle.verify(a, again, s, utf8('other')), own.extractable]`,
      then: '[true,true,false,false]',
    })),
    ...[
      `{ name: 'AES-GCM', iv: crypto.getRandomValues(new Uint8Array(12)), additionalData: utf8('more') }`,
      `{ name: 'AES-CBC', iv: crypto.getRandomValues(new Uint8Array(16)) }`,
      `{ name: 'AES-CTR', counter: new Uint8Array(16), length: 64 }`,
    ].map((algorithm) => ({
      code: `const a = ${algorithm}; const k = await subtle.generateKey({ name: a.name, length: 256 }, true, ['encrypt', 'decrypt']);
        const e = await subtle.encrypt(a, k, utf8('hidden')); return [new TextDecoder().decode(await subtle.decrypt(a, k, e)), (await subtle.exportKey('raw', k)).byteLength, hex(e).includes(hex(utf8('hidden')))]`,
      then: '["hidden",32,false]',
    })),
    {
      code: `const k = await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveBits', 'deriveKey']);
        const a = { name: 'PBKDF2', hash: 'SHA-256', salt: utf8('salt'), iterations: 4096 };
        const bits = await subtle.deriveBits(a, k, 256); const key = await subtle.deriveKey(a, k, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
        return [hex(bits), hex(await subtle.exportKey('raw', key)) === hex(bits)]`,
      then: '["c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a",true]',
    },
    {
      code: `const k = await subtle.importKey('raw', new Uint8Array(22).fill(11), 'HKDF', false, ['deriveBits']);
        return hex(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array([0,1,2,3,4,5,6,7,8,9,10,11,12]), info: new Uint8Array([240,241,242,243,244,245,246,247,248,249]) }, k, 336))`,
      then: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    },
    {
      code: `const a = { name: 'ECDH', namedCurve: 'P-256' }; const one = await subtle.generateKey(a, false, ['deriveBits']); const two = await subtle.generateKey(a, false, ['deriveBits']);
        const x = await subtle.deriveBits({ name: 'ECDH', public: two.publicKey }, one.privateKey, 256); const y = await subtle.deriveBits({ name: 'ECDH', public: one.publicKey }, two.privateKey, 256); return hex(x) === hex(y)`,
      then: 'true',
    },
    {
      code: `const a = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }; const { publicKey, privateKey } = await subtle.generateKey(a, true, ['encrypt', 'decrypt']);
        return [new TextDecoder().decode(await subtle.decrypt(a, privateKey, await subtle.encrypt(a, publicKey, utf8('oaep')))), [...publicKey.algorithm.publicExponent]]`,
      then: '["oaep",[1,0,1]]',
    },
    {
      code: `const w = await subtle.generateKey({ name: 'AES-KW', length: 256 }, true, ['wrapKey', 'unwrapKey']); const k = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
        const raw = await subtle.wrapKey('raw', k, w, 'AES-KW'); const back = await subtle.unwrapKey('raw', raw, w, 'AES-KW', 'AES-GCM', true, ['encrypt']); return hex(await subtle.exportKey('raw', back)) === hex(await subtle.exportKey('raw', k))`,
      then: 'true',
    },
    {
      code: `const k = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']); const no = (p) => p.then(() => 'taken', (e) => e.constructor.name + ' ' + e.name);
        return [await no(subtle.exportKey('raw', k)), await no(subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new Uint8Array(20))), await no(subtle.digest('MD5', utf8(''))), await no(subtle.digest('SHA-256')), await no(subtle.importKey('raw', new Uint8Array(3), 'AES-GCM', true, ['encrypt']))]`,
      then: '["DOMException InvalidAccessError","DOMException InvalidAccessError","DOMException NotSupportedError","TypeError TypeError","DOMException DataError"]',
    },
    {
      code: `const many = await Promise.all(Array.from({ length: 40 }, (_, i) => subtle.digest('SHA-256', utf8(String(i))))); return new Set(many.map(hex)).size`,
      then: '40',
    },
    {
      code: `const k = structuredClone(await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt'])); return [k instanceof CryptoKey, k.algorithm.name, crypto instanceof Crypto, subtle instanceof SubtleCrypto]`,
      then: '[true,"AES-GCM",true,true]',
    },
    {
      code: `const no = (f) => { try { f(); return 'taken' } catch (e) { return e.name } }; return [no(() => new CryptoKey()), no(() => new Crypto()), no(() => crypto.getRandomValues(new Float32Array(1))), no(() => crypto.getRandomValues(new Uint8Array(65_537)))]`,
      then: '["TypeError","TypeError","TypeMismatchError","QuotaExceededError"]',
    },
  ]);

  it('is there while a module is evaluated, too', async () => {
    const source = `const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array()));
export default (api) => api.registerTool({ name: 'first', description: 'A tool.', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: String(digest[0]) }] }) });`;
    await guest.sandbox.load({ id: 'early', source });
    const outcome = await guest.call('early', 'first');
    expect(outcome).toMatchObject({ status: 'ok', content: [{ text: '227' }] });
  });
});

describe('what is computed for a guest (S-3)', () => {
  it('has bounds that no single computation can exceed', async () => {
    const code = `${HELP} const k = await subtle.importKey('raw', utf8('p'), 'PBKDF2', false, ['deriveBits']); const no = (p) => p.then(() => 'taken', (e) => e.name);
      return [await no(subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: utf8('s'), iterations: 1e9 }, k, 256)), await no(subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: utf8('s'), iterations: 1e6 }, k, 8_000_000)),
        await no(subtle.generateKey({ name: 'RSA-PSS', modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign'])), await no(subtle.digest('SHA-256', new Uint8Array(20_000_000)))]`;
    expect(await guest.evaluate(code)).toBe(
      '["OperationError","OperationError","OperationError","OperationError"]',
    );
  });

  it('ends with its call: nothing of it is answered between calls', async () => {
    await guest.evaluate(
      `crypto.subtle.digest('SHA-256', new Uint8Array(1)).then(() => { globalThis.late = true }); return ''`,
    );
    expect(await guest.evaluate(`await ctx.sleep(20); return String(globalThis.late)`)).toBe(
      'undefined',
    );
  });
});
