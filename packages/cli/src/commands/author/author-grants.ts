import {
  type CapabilityGrants,
  grantRequested,
  type RequestedCapabilities,
} from '@mortise/contracts';
import { chooseGrants } from '../choose-grants.ts';
import type { CommandWorld } from '../cli-command.ts';
import { formatRequests } from '../extension-report.ts';
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
  const question = {
    ...{ requested, workspace: folder, given, canAsk, kept: 'this folder' },
    without: 'let it ask in vain',
  };
  const isAnswered = given !== undefined || canAsk;
  if (kept === undefined && given === undefined && canAsk) showRequests(world, requested);
  const granted =
    kept ?? (isAnswered ? await chooseGrants(world, question) : grantRequested(requested, folder));
  if (kept === undefined && isAnswered) memory.keepGrants(requested, granted);
  return isLoopback ? withLoopback(granted) : granted;
}

/** Before the question how much of it is granted. */
function showRequests({ terminal }: CommandWorld, requested: RequestedCapabilities): void {
  for (const line of formatRequests(requested)) terminal.err(`  asks for  ${line}`);
}

function withLoopback({ network, ...others }: CapabilityGrants): CapabilityGrants {
  if (network === undefined) return others;
  const allowPrivate = [...new Set([...(network.allowPrivate ?? []), ...LOOPBACK])];
  return { ...others, network: { ...network, allowPrivate } };
}
