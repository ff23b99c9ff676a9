import { dirname, join, resolve } from 'node:path';
import {
  type CapabilityGrants,
  type CapabilityName,
  type ExtensionConfig,
  grantRequested,
  narrowGrants,
} from '@mortise/contracts';
import { formatDiagnostics, loadConfigFile, readInstalled } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandInput, type CommandWorld, textOption } from './cli-command.ts';
import { unknownExtension } from './remove.ts';

type Installed = Awaited<ReturnType<typeof readInstalled>>[string];

/** An installed extension with what the two files say about it. No code of it is read. */
export interface InstalledGrants {
  readonly id: string;
  readonly entry: Installed;
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

/** What is installed beside the configuration of this folder, from the two files alone. */
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
  const installed = Object.entries(await readInstalled(lockFile));
  const extensions = installed.map(([id, entry]): InstalledGrants => {
    const named = parsed.config.extensions.find((each) => isOf(each, id, entry, workspace));
    const own = named?.grants ?? {};
    return {
      ...{ id, entry, asked: grantRequested(entry.requested, workspace) },
      granted: narrowGrants({ ...entry.granted, ...own }, entry.requested, 'manifest'),
      standsIn: (name) => (own[name] === undefined ? 'mortise.lock' : 'configuration'),
      ...(named && { named }),
    };
  });
  return { config, lockFile, workspace, extensions };
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
