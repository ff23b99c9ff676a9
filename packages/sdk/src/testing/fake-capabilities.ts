import {
  CAPABILITY_NAMES,
  type CapabilityBrokers,
  type JsonValue,
  type OperationInput,
  type OperationOutput,
} from '@mortise/contracts';
import { createMemoryStorage } from '@mortise/sandbox';
import type { FakeBroker } from './fake-broker.ts';
import { createFakeFiles } from './fake-files.ts';
import { createFakeNetwork, type FakeFetch, type FakeRequest } from './fake-network.ts';
import { denied, failed } from './fake-refusal.ts';

/** What stands for the world in a test. What has no stand-in is denied. */
export interface FakeCapabilities {
  readonly fetch?: FakeFetch;
  /** Secrets by name. `get` answers `{{name}}` for one, as a host answers a placeholder. */
  readonly secrets?: { readonly [name: string]: string };
  /** Contents by absolute path; writes change the map. */
  readonly files?: Map<string, string>;
  readonly run?: FakeRun;
  readonly attachments?: readonly FakeAttachment[];
  /** What the user does with a form. */
  readonly user?: FakeUser;
  /** What the model writes. */
  readonly model?: FakeModel;
  /** A function for any operation of any capability; it comes before the stand-ins above. */
  readonly operations?: CapabilityBrokers;
}

export type FakeRun = (
  binary: string,
  args: readonly string[],
  options: NonNullable<OperationInput<'process', 'run'>['options']>,
) => JsonValue | Promise<JsonValue>;

export type FakeUser = (
  message: string,
  schema: OperationInput<'elicitation', 'elicit'>['schema'],
) => FakeUserAnswer | Promise<FakeUserAnswer>;

export type FakeUserAnswer = OperationOutput<'elicitation', 'elicit'>;

export type FakeModel = (
  request: OperationInput<'sampling', 'sample'>['request'],
) => string | Promise<string>;

export interface FakeAttachment {
  readonly ref: string;
  readonly kind: string;
  readonly name?: string;
  readonly content?: string;
}

/** One broker for each stand-in, and storage, which needs none. */
export function createFakeBrokers(
  fakes: FakeCapabilities,
  requests: FakeRequest[],
): CapabilityBrokers {
  const { fetch, secrets, files, run, attachments, user, model, operations = {} } = fakes;
  const standIns: CapabilityBrokers = {
    storage: createMemoryStorage(),
    ...(fetch && { network: createFakeNetwork(fetch, requests) }),
    ...(secrets && { secrets: createFakeSecrets(secrets) }),
    ...(files && { fs_reach: createFakeFiles(files) }),
    ...(run && { process: createFakeProcess(run) }),
    ...(attachments && { attachments: createFakeAttachments(attachments) }),
    ...(user && { elicitation: { elicit: ({ message, schema }) => user(message, schema) } }),
    ...(model && {
      sampling: { sample: async ({ request }) => ({ text: await model(request), model: 'fake' }) },
    }),
  };
  const brokers = CAPABILITY_NAMES.map((name) => [
    name,
    { ...standIns[name], ...operations[name] },
  ]);
  return Object.fromEntries(brokers);
}

function createFakeSecrets(secrets: { readonly [name: string]: string }): FakeBroker<'secrets'> {
  const values = new Map(Object.entries(secrets));
  const require = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw denied(`The secret "${name}" was not granted.`);
    return value;
  };
  return {
    get: ({ name }) => (require(name) === '' ? '' : `{{${name}}}`),
    reveal: ({ name }) => require(name),
  };
}

function createFakeProcess(run: FakeRun): FakeBroker<'process'> {
  return {
    async run({ binary, args = [], options = {} }) {
      try {
        // A test answers what its tool reads, which need not be all that a program's end has.
        return (await run(binary, args, options)) as OperationOutput<'process', 'run'>;
      } catch (error) {
        throw failed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function createFakeAttachments(attachments: readonly FakeAttachment[]): FakeBroker<'attachments'> {
  return {
    list: () => attachments.map(({ content: _content, ...facts }) => facts),
    read: ({ ref, options: { offset = 0, length } = {} }) => {
      const found = attachments.find((each) => each.ref === ref);
      if (found === undefined) throw failed('There is no such attachment.');
      const whole = Buffer.from(found.content ?? '');
      const part = whole.subarray(offset, length === undefined ? undefined : offset + length);
      const eof = offset + part.length >= whole.length;
      const content = part.toString('base64');
      return { content, size: whole.length, offset, bytes: part.length, eof };
    },
  };
}
