import { sign } from 'node:crypto';
import type { AgentKey } from './agent-keys.ts';

/** A compact JWS over these claims, as RFC 7515 writes it. */
export function signJws({ key, keyId }: AgentKey, type: string, claims: object): string {
  const header = { alg: 'EdDSA', typ: type, kid: keyId };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
