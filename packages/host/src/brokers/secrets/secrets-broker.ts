import type {
  CapabilityBroker,
  CapabilitySubject,
  GrantOf,
  SecretSource,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';

export interface SecretsBrokerParts {
  readonly source: SecretSource;
  readonly placeholders: SecretPlaceholders;
  /** Whether each user has a value of their own; one for all if absent. */
  readonly isPerUser?: IsPerUser;
  /** A token that the agent of a call signs itself; `undefined` for secrets that are kept. */
  readonly identityOf?: IdentityOf;
}

/** The token that stands for a secret in one call. */
export type IdentityOf = (name: string, subject: CapabilitySubject) => string | undefined;

/** Says of the name of a secret whether each user has a value of their own. */
export type IsPerUser = (name: string) => boolean;

/** Hands out placeholders, and values only where `reveal` was granted. */
export function createSecretsBroker(parts: SecretsBrokerParts): CapabilityBroker<'secrets'> {
  return {
    get: async ({ name }, grants, subject) => {
      const grant = requireSecret(grants, name);
      return parts.placeholders.issue(grant, await readValue(parts, name, subject), subject);
    },
    reveal: async ({ name }, grants, subject) => {
      if (requireSecret(grants, name).reveal !== true) {
        throw denied(`The value of "${name}" may not be revealed. Use secrets.get with fetch.`);
      }
      return readValue(parts, name, subject);
    },
  };
}

function requireSecret(grants: GrantOf<'secrets'>, name: string): GrantOf<'secrets'>[number] {
  const grant = grants.find((each) => each.name === name);
  if (grant === undefined) throw denied(`The secret "${name}" was not granted.`);
  return grant;
}

async function readValue(
  parts: SecretsBrokerParts,
  name: string,
  subject: CapabilitySubject,
): Promise<string> {
  const identity = parts.identityOf?.(name, subject);
  if (identity !== undefined) return identity;
  const isPerUser = parts.isPerUser?.(name) === true;
  const value = isPerUser
    ? await readOfUser(parts, name, subject)
    : await parts.source.read(name, subject.signal);
  if (value === undefined || value === '') throw failed(`The secret "${name}" has no value here.`);
  if (subject.signal.aborted) throw failed('The call has ended.');
  return value;
}

/** Never the value of another user, nor one for all. */
async function readOfUser(
  { source }: SecretsBrokerParts,
  name: string,
  { userId, signal }: CapabilitySubject,
): Promise<string> {
  if (userId === undefined) {
    throw denied(
      `The secret "${name}" is kept per user, and this call has none. Connect with a token of a user: mortise token create --user <user>.`,
    );
  }
  const value = await source.readForUser?.({ name, userId }, signal);
  if (value !== undefined && value !== '') return value;
  const hint = 'Ask the operator to add it (see "secrets" in docs/tokens.md).';
  throw denied(`The secret "${name}" has no value for the user ${JSON.stringify(userId)}. ${hint}`);
}
