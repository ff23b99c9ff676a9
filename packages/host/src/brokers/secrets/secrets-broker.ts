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
}

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
  { source }: SecretsBrokerParts,
  name: string,
  subject: CapabilitySubject,
): Promise<string> {
  const value = await source.read(name, subject.signal);
  if (value === undefined || value === '') throw failed(`The secret "${name}" has no value here.`);
  if (subject.signal.aborted) throw failed('The call has ended.');
  return value;
}
