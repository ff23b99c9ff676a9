import type { BrokerSubject, CapabilityBroker, SecretGrant } from '@mortise/contracts';
import { Type } from '@sinclair/typebox';
import { type BrokerOperation, defineOperation } from '../broker-operation.ts';
import { denied, failed } from '../broker-refusal.ts';
import { type BrokerParts, createBroker } from '../create-broker.ts';
import { interpretGrant } from '../interpret-grant.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';
import type { SecretSource } from './secret-source.ts';

export interface SecretsBrokerParts extends BrokerParts {
  readonly source: SecretSource;
  readonly placeholders: SecretPlaceholders;
}

type SecretGrants = readonly SecretGrant[];

const Input = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

/** Hands out placeholders, and values only where `reveal` was granted. */
export function createSecretsBroker(parts: SecretsBrokerParts): CapabilityBroker {
  const operations = new Map([
    ['get', secretOperation((grant, subject) => issue(parts, grant, subject))],
    ['reveal', secretOperation((grant, subject) => reveal(parts, grant, subject))],
  ]);
  return createBroker(
    { capability: 'secrets', interpretGrant: interpretGrant('secrets'), operations },
    parts,
  );
}

function secretOperation(
  answer: (grant: SecretGrant, subject: BrokerSubject) => Promise<string>,
): BrokerOperation<SecretGrants> {
  return defineOperation({
    input: Input,
    parameters: ['name'],
    target: ({ name }) => name,
    run: ({ name }, grants: SecretGrants, subject) => {
      const grant = grants.find((each) => each.name === name);
      if (grant === undefined) throw denied(`The secret "${name}" was not granted.`);
      return answer(grant, subject);
    },
  });
}

async function issue(parts: SecretsBrokerParts, grant: SecretGrant, subject: BrokerSubject) {
  return parts.placeholders.issue(grant, await readValue(parts, grant, subject), subject);
}

async function reveal(parts: SecretsBrokerParts, grant: SecretGrant, subject: BrokerSubject) {
  if (grant.reveal !== true) {
    throw denied(`The value of "${grant.name}" may not be revealed. Use secrets.get with fetch.`);
  }
  return readValue(parts, grant, subject);
}

async function readValue(
  { source }: SecretsBrokerParts,
  { name }: SecretGrant,
  subject: BrokerSubject,
) {
  const value = await source.read(name, subject.signal);
  if (value === undefined || value === '') throw failed(`The secret "${name}" has no value here.`);
  if (subject.signal.aborted) throw failed('The call has ended.');
  return value;
}
