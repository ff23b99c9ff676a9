import { Socket } from './net.ts';

export class TLSSocket extends Socket {
  readonly encrypted = true;
  readonly authorized = false;
}

export const connect = (): never => new Socket().connect() as never;
export const rootCertificates: readonly string[] = [];
export const DEFAULT_MIN_VERSION = 'TLSv1.2';
export const DEFAULT_MAX_VERSION = 'TLSv1.3';
export const DEFAULT_CIPHERS = '';
export const DEFAULT_ECDH_CURVE = 'auto';
export const CLIENT_RENEG_LIMIT = 3;
export const CLIENT_RENEG_WINDOW = 600;

/** Who a server is, is checked by the host. */
export function checkServerIdentity(): undefined {
  return undefined;
}

export function getCiphers(): readonly string[] {
  return [];
}

export function getCACertificates(): readonly string[] {
  return [];
}

export class SecureContext {}

/** Settings for a connection that the host makes without them. */
export function createSecureContext(): SecureContext {
  return new SecureContext();
}
