import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import type { IdentityOf } from '../brokers/secrets/secrets-broker.ts';
import { openCacheSecret } from '../cache/cache-secret.ts';
import { AgentIdentity } from '../identity/agent-identity.ts';
import { AgentKeys } from '../identity/agent-keys.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

/** The identity of agents; their keys come from a secret in the state folder, or last as long as the process. */
export function openIdentity(
  { stateDir }: HostOptions,
  { now, newId }: HostBasics,
  configuration: HostConfiguration,
): AgentIdentity {
  let secret: Buffer | undefined;
  const keys = new AgentKeys({
    now,
    secret: () => {
      secret ??= stateDir === undefined ? randomBytes(32) : readSecret(stateDir);
      return secret;
    },
  });
  return new AgentIdentity({
    ...{ keys, now, newId },
    settings: () => configuration.current.identity,
    agentIds: () => configuration.current.agents.map(({ id }) => id),
  });
}

function readSecret(stateDir: string): Buffer {
  const folder = join(stateDir, 'identity');
  const secret = openCacheSecret(folder);
  if (secret === undefined) throw new MortiseError('identity_unusable', folder);
  return secret;
}

/** Gives secrets that are tokens of agents, and has them taken out of what leaves while they are good. */
export function identitySecrets(
  identity: AgentIdentity,
  { secrets, now }: HostBasics,
  configuration: HostConfiguration,
): IdentityOf {
  return (name, subject) => {
    const { secrets: rules = {} } = configuration.current;
    const wanted = Object.hasOwn(rules, name) ? rules[name]?.identity : undefined;
    const made = wanted === undefined ? undefined : identity.tokenFor(wanted, subject);
    if (made === undefined) return undefined;
    secrets.remember(made.token, { until: made.expiresAt, now: now() });
    return made.token;
  };
}
