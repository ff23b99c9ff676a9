import { join } from 'node:path';
import type { CacheStore, Diagnostic } from '@mortise/contracts';
import {
  createHost,
  FolderCache,
  formatDiagnostics,
  type Host,
  MemoryCache,
  prepareExtension,
} from '@mortise/host';
import { CliFault } from '../../output/cli-fault.ts';
import { type CommandInput, type CommandWorld, listOption } from '../cli-command.ts';
import { extensionConfig } from '../stated-request.ts';
import { authorGrants } from './author-grants.ts';
import { authorLog } from './author-log.ts';
import { AuthorMemory } from './author-memory.ts';
import { askSecrets, authorSecrets } from './author-secrets.ts';
import { formatTrace } from './format-trace.ts';

/** The one agent of a host that serves an extension under development. */
export const DEV_AGENT = 'dev';

/** Optional tools, too: the author of an extension wants to try them. */
const DEV_CONFIG = {
  agents: { [DEV_AGENT]: { tools: { alsoAllow: ['group:plugins'] } } },
} as const;

/** What a load of the folder came to. */
export type AuthorLoad =
  | {
      readonly status: 'loaded';
      readonly id: string;
      readonly version: string | undefined;
      readonly bundleBytes: number;
      readonly bundledMs: number;
      readonly registeredMs: number;
      readonly diagnostics: readonly Diagnostic[];
      /** Secrets that it may have and that nothing says. */
      readonly missingSecrets: readonly string[];
    }
  /** `text` has every reason, each with its place. */
  | { readonly status: 'failed'; readonly text: string };

/** A host for one extension folder, with what its author answered for it. */
export interface AuthorHost extends AsyncDisposable {
  readonly host: Host;
  readonly folder: string;
  /** Reads, bundles and loads the folder as it is now. */
  load(): Promise<AuthorLoad>;
}

export async function openAuthorHost(
  folder: string,
  world: CommandWorld,
  input: CommandInput,
): Promise<AuthorHost> {
  const memory = new AuthorMemory(folder);
  // What is looked at first is loaded then: it is bundled once.
  const cache =
    memory.folder === undefined ? new MemoryCache() : new FolderCache(join(memory.folder, 'cache'));
  const host = await createHost({
    ...{ config: DEV_CONFIG, cache },
    // Its author tries it in its own folder.
    ...{ extensionFolders: 'open', workingDir: folder, placesLogs: true },
    ...(memory.folder !== undefined && { stateDir: memory.folder }),
    logger: authorLog(world.terminal),
    secrets: authorSecrets(world.env, memory),
  });
  return {
    host,
    folder,
    load: () => load({ host, folder, world, input, memory, cache }),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

interface LoadParts {
  readonly host: Host;
  readonly folder: string;
  readonly world: CommandWorld;
  readonly input: CommandInput;
  readonly memory: AuthorMemory;
  readonly cache: CacheStore;
}

async function load({ host, folder, world, input, memory, cache }: LoadParts): Promise<AuthorLoad> {
  const startedAt = performance.now();
  const config = extensionConfig(input);
  const source = { package: folder, ...(config !== undefined && { config }) };
  const prepared = await prepareExtension(source, { baseDir: folder, cacheStore: cache });
  if (prepared.status === 'failed')
    return { status: 'failed', text: formatDiagnostics(prepared.diagnostics) };
  const bundledMs = performance.now() - startedAt;
  const { manifest, loaded } = prepared.extension;
  const question = {
    ...{ requested: manifest.capabilities ?? {}, folder, given: listOption(input, 'grant') },
    isLoopback: input.options['loopback'] === true,
  };
  const grants = await authorGrants(world, question, memory);
  const missingSecrets = await askSecrets(world, grants, memory);
  const loadedAt = performance.now();
  const state = await host.extensions.load({ ...source, grants });
  if (state.status === 'failed') {
    const { code, message, hint, trace } = state.failure ?? UNKNOWN;
    return { status: 'failed', text: `${code}  ${message}${formatTrace(trace)}\n  hint: ${hint}` };
  }
  return {
    ...{ status: 'loaded', id: state.id, version: state.version, missingSecrets },
    bundleBytes: loaded?.bundle.bytes ?? 0,
    ...{ bundledMs, registeredMs: performance.now() - loadedAt },
    diagnostics: state.diagnostics,
  };
}

const UNKNOWN = {
  code: 'registration_failed',
  message: 'It could not be loaded.',
  hint: '',
  trace: [],
};

/** The same for a command that makes one call; throws if the folder cannot be loaded. */
export async function openLoadedExtension(
  folder: string,
  world: CommandWorld,
  input: CommandInput,
): Promise<{ readonly host: Host; readonly configPath: string } & AsyncDisposable> {
  const author = await openAuthorHost(folder, world, input);
  const loaded = await author.load().catch((error: unknown) => {
    void author[Symbol.asyncDispose]();
    throw error;
  });
  if (loaded.status === 'loaded') {
    for (const name of loaded.missingSecrets) world.terminal.err(describeMissing(name));
    const { host } = author;
    return { host, configPath: folder, [Symbol.asyncDispose]: () => host.close() };
  }
  await author[Symbol.asyncDispose]();
  throw new CliFault('extension', {
    code: 'extension_unusable',
    message: loaded.text,
    hint: 'Mend it; `mortise check <folder>` tells everything that is wrong.',
  });
}

export function describeMissing(name: string): string {
  return `the secret ${name} is not known: set MORTISE_SECRET_${name}, or start this on a terminal, which asks for it once`;
}
