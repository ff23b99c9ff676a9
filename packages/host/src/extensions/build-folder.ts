import { SILENT_LOGGER } from '@mortise/core';
import {
  type BuiltExtension,
  buildExtension,
  type PackedExtension,
  packExtension,
} from '@mortise/loader';
import { createSandbox } from '@mortise/sandbox';
import { PROVIDED_MODULES } from './provided-modules.ts';

/** Builds an extension folder; its registration runs once, in a sandbox that is gone afterwards. */
export async function buildFolder(folder: string): Promise<BuiltExtension> {
  await using sandbox = createSandbox({ logger: SILENT_LOGGER, now: Date.now, spareRunners: 0 });
  return await buildExtension(folder, {
    registerOnce: (bundle) => sandbox.load(bundle),
    provided: PROVIDED_MODULES,
  });
}

export type PackedFolder =
  | { readonly status: 'ok'; readonly built: OkBuild; readonly packed: PackedExtension }
  | Exclude<BuiltExtension, { status: 'ok' }>;

type OkBuild = Extract<BuiltExtension, { status: 'ok' }>;

/** Builds and packs in one go. Writes nothing. */
export async function packFolder(folder: string): Promise<PackedFolder> {
  const built = await buildFolder(folder);
  if (built.status === 'failed') return built;
  return { status: 'ok', built, packed: await packExtension(folder, built) };
}
