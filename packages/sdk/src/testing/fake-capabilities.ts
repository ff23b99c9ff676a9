import type { CapabilityBroker, CapabilityBrokers, JsonValue } from '@mortise/contracts';
import { MemoryStorageBroker } from '@mortise/sandbox';
import { denied, done, failed } from './broker-reply.ts';
import { createFakeFiles } from './fake-files.ts';
import { createFakeNetwork, type FakeFetch, type FakeRequest } from './fake-network.ts';

/** What stands for the world in a test. A capability without a stand-in is denied. */
export interface FakeCapabilities {
  readonly fetch?: FakeFetch;
  /** Secrets by name. `get` answers `{{name}}` for one, as a host answers a placeholder. */
  readonly secrets?: { readonly [name: string]: string };
  /** Contents by absolute path; writes change the map. */
  readonly files?: Map<string, string>;
  readonly run?: FakeRun;
  readonly attachments?: readonly FakeAttachment[];
}

export type FakeRun = (
  binary: string,
  args: readonly string[],
  options: { readonly [key: string]: JsonValue },
) => JsonValue | Promise<JsonValue>;

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
  const { fetch, secrets, files, run, attachments } = fakes;
  return {
    storage: new MemoryStorageBroker(),
    ...(fetch === undefined ? {} : { network: createFakeNetwork(fetch, requests) }),
    ...(secrets === undefined ? {} : { secrets: createFakeSecrets(secrets) }),
    ...(files === undefined ? {} : { fs_reach: createFakeFiles(files) }),
    ...(run === undefined ? {} : { process: createFakeProcess(run) }),
    ...(attachments === undefined ? {} : { attachments: createFakeAttachments(attachments) }),
  };
}

function createFakeSecrets(secrets: { readonly [name: string]: string }): CapabilityBroker {
  const values = new Map(Object.entries(secrets));
  return {
    async handle(operation, input) {
      const name = String(argumentsOf(input)[0]);
      const value = values.get(name);
      if (value === undefined) return denied(`The secret "${name}" was not granted.`);
      return done(operation === 'reveal' ? value : `{{${name}}}`);
    },
  };
}

function createFakeProcess(run: FakeRun): CapabilityBroker {
  return {
    async handle(_operation, input) {
      const [binary, args, options] = argumentsOf(input);
      try {
        return done(await run(String(binary), textsOf(args), recordOf(options)));
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function createFakeAttachments(attachments: readonly FakeAttachment[]): CapabilityBroker {
  return {
    async handle(operation, input) {
      if (operation === 'list') {
        return done(attachments.map(({ content: _, ...facts }) => ({ ...facts })));
      }
      const found = attachments.find(({ ref }) => ref === argumentsOf(input)[0]);
      return found === undefined ? failed('There is no such attachment.') : done({ ...found });
    },
  };
}

function argumentsOf(input: JsonValue): readonly JsonValue[] {
  return Array.isArray(input) ? input : [];
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function recordOf(value: JsonValue | undefined): { readonly [key: string]: JsonValue } {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  // Checked in the line above.
  return isRecord ? (value as { readonly [key: string]: JsonValue }) : {};
}
