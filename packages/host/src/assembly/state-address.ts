import { MortiseError, type SecretSource, type StateAddress } from '@mortise/contracts';
import { readPostgresAddress } from '../postgres/postgres-address.ts';

/** How long a source of secrets may take. */
const SECRET_MS = 10_000;

/**
 * The address of a state database with its password in it. Rejects with `state_address_invalid`, also if the
 * secret has no value.
 */
export async function resolveStateAddress(
  written: string | StateAddress,
  secrets: Pick<SecretSource, 'read'>,
): Promise<string> {
  if (typeof written === 'string') return written;
  const { url, password } = written;
  if (password === undefined) return url;
  const { $secret: name } = password;
  const value = await secrets.read(name, AbortSignal.timeout(SECRET_MS));
  if (value === undefined) {
    const detail = `The secret ${name} has no value: set MORTISE_SECRET_${name}, or a file under \`secrets\`.`;
    throw new MortiseError('state_address_invalid', detail);
  }
  readPostgresAddress(url);
  const address = new URL(url);
  address.password = encodeURIComponent(value);
  return address.href;
}
