import {
  type CapabilityGrants,
  grantRequested,
  type RequestedCapabilities,
} from '@mortise/contracts';
import { chooseGrants } from '../choose-grants.ts';
import type { CommandWorld } from '../cli-command.ts';
import type { AuthorMemory } from './author-memory.ts';

/** Addresses of this machine, for servers that an author runs beside the extension. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

export interface AuthorGrantsQuestion {
  readonly requested: RequestedCapabilities;
  /** The folder of the extension. */
  readonly folder: string;
  /** What stood behind `--grant`. */
  readonly given: readonly string[] | undefined;
  /** Whether servers of this machine may be connected to. */
  readonly isLoopback: boolean;
}

/**
 * What an extension may do while its author tries it: as the command line says, as was answered before for
 * the same requests, as its author answers now; all of it where there is no one to ask.
 */
export async function authorGrants(
  world: CommandWorld,
  { requested, folder, given, isLoopback }: AuthorGrantsQuestion,
  memory: AuthorMemory,
): Promise<CapabilityGrants> {
  const kept = given === undefined ? memory.grantsFor(requested) : undefined;
  const canAsk = world.terminal.canAsk === true;
  const question = { requested, workspace: folder, given, canAsk, kept: 'this folder' };
  const isAnswered = given !== undefined || canAsk;
  const granted =
    kept ?? (isAnswered ? await chooseGrants(world, question) : grantRequested(requested, folder));
  if (kept === undefined && isAnswered) memory.keepGrants(requested, granted);
  return isLoopback ? withLoopback(granted) : granted;
}

function withLoopback({ network, ...others }: CapabilityGrants): CapabilityGrants {
  if (network === undefined) return others;
  const allowPrivate = [...new Set([...(network.allowPrivate ?? []), ...LOOPBACK])];
  return { ...others, network: { ...network, allowPrivate } };
}
