import { dirname, join, resolve } from 'node:path';
import {
  type CapabilityGrants,
  type CapabilityName,
  type ExtensionConfig,
  grantRequested,
  narrowGrants,
  quoteName,
} from '@mortise/contracts';
import { formatDiagnostics, loadConfigFile, readInstalled } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openView } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandInput, type CommandWorld, textOption } from './cli-command.ts';
import { unknownExtension } from './remove.ts';

type Installed = Pick<
  Awaited<ReturnType<typeof readInstalled>>[string],
  'version' | 'requested' | 'granted' | 'source'
>;

/** An extension with what the two files say about it. */
export interface InstalledGrants {
  readonly id: string;
  readonly entry: Installed;
  /** Whether the lock file holds it; what is not pinned has the grants of the configuration alone. */
  readonly isPinned: boolean;
  /** All that it asks for. */
  readonly asked: CapabilityGrants;
  /** In force: of the configuration where that grants a capability, of the lock file otherwise. */
  readonly granted: CapabilityGrants;
  /** Where a capability that is granted stands. */
  readonly standsIn: (capability: CapabilityName) => 'configuration' | 'mortise.lock';
  readonly named?: ExtensionConfig;
}

export interface GrantFiles {
  readonly config: string;
  readonly lockFile: string;
  readonly workspace: string;
  readonly extensions: readonly InstalledGrants[];
}

/**
 * The extensions of the configuration of this folder, from the two files alone. What those ask for that no
 * lock file pins is asked of a host.
 */
export async function readGrants(world: CommandWorld, input: CommandInput): Promise<GrantFiles> {
  const config = findConfig(world.cwd, textOption(input, 'config'));
  const workspace = dirname(config);
  const lockFile = join(workspace, 'mortise.lock');
  const parsed = await loadConfigFile(config, { env: world.env });
  if (parsed.status === 'failed') {
    throw new CliFault('config', {
      code: 'config_rejected',
      message: formatDiagnostics(parsed.diagnostics),
      hint: 'Mend it; `mortise check` shows every mistake with its line.',
    });
  }
  const { extensions: configured } = parsed.config;
  const locked = Object.entries(await readInstalled(lockFile));
  const isLocked = (each: ExtensionConfig) =>
    locked.some(([id, entry]) => isOf(each, id, entry, workspace));
  const unpinned = configured.every(isLocked) ? [] : await readUnpinned(world, input);
  const ids = new Set(locked.map(([id]) => id));
  const extensions = [...locked, ...unpinned.filter(([id]) => !ids.has(id))].map(
    ([id, entry]): InstalledGrants => {
      const named = configured.find((each) => isOf(each, id, entry, workspace));
      const own = named?.grants ?? {};
      return {
        ...{ id, entry, isPinned: ids.has(id), asked: grantRequested(entry.requested, workspace) },
        granted: narrowGrants({ ...entry.granted, ...own }, entry.requested, 'manifest'),
        standsIn: (name) => (own[name] === undefined ? 'mortise.lock' : 'configuration'),
        ...(named && { named }),
      };
    },
  );
  return { config, lockFile, workspace, extensions };
}

async function readUnpinned(
  world: CommandWorld,
  input: CommandInput,
): Promise<readonly (readonly [string, Installed])[]> {
  await using view = await openView({ ...world, config: textOption(input, 'config') });
  const loaded = (await view.extensions()).filter(({ status }) => status === 'loaded');
  return loaded.map(({ id, version = '', origin: source, requested }) => [
    id,
    { version, requested, granted: {}, source },
  ]);
}

export function findInstalledGrants({ extensions }: GrantFiles, id: string): InstalledGrants {
  const found = extensions.find((each) => each.id === id);
  if (found !== undefined) return found;
  throw unknownExtension(
    id,
    extensions.map((each) => each.id),
  );
}

function isOf(
  { id, source }: ExtensionConfig,
  lockedId: string,
  entry: Installed,
  workspace: string,
): boolean {
  if (id !== undefined) return id === lockedId;
  return (
    entry.source !== undefined && resolve(workspace, entry.source) === resolve(workspace, source)
  );
}

/** What to type so that the lock file holds an extension, and with it what it is granted. */
export function pinCommand({ entry }: InstalledGrants): string {
  return `mortise add ${quoteName(entry.source ?? '<source>')}`;
}
