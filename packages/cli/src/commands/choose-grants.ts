import { isCancel, multiselect, select } from '@clack/prompts';
import {
  addGrantValues,
  type CapabilityGrants,
  grantRequested,
  isCapabilityName,
  listGrantValues,
  type RequestedCapabilities,
} from '@mortise/contracts';
import { CliFault } from '../output/cli-fault.ts';
import type { CommandWorld } from './cli-command.ts';

export interface GrantQuestion {
  readonly requested: RequestedCapabilities;
  /** Stands for `*` where folders are asked for. */
  readonly workspace: string;
  /** What stood behind `--grant`. */
  readonly given: readonly string[] | undefined;
  readonly canAsk: boolean;
  /** Where the answer is written to; the lock file if absent. */
  readonly kept?: string;
  /** What comes of an answer with nothing. */
  readonly without?: string;
}

/** All, some or none of what is asked for: as the command line says, or as a person answers. */
export async function chooseGrants(
  _world: CommandWorld,
  question: GrantQuestion,
): Promise<CapabilityGrants> {
  const { requested, workspace, given, canAsk, kept = 'mortise.lock' } = question;
  const { without = 'install it, let it ask in vain' } = question;
  const all = grantRequested(requested, workspace);
  if (Object.keys(all).length === 0) return {};
  if (given !== undefined) return pickNamed(all, given);
  if (!canAsk) throw grantNeeded(requested);
  const answer = await select({
    message: `grant?   written to ${kept}`,
    options: [
      { value: 'none', label: 'none', hint: without },
      { value: 'choose', label: 'choose' },
      { value: 'all', label: 'all of it' },
    ],
  });
  if (isCancel(answer)) throw grantNeeded(requested);
  if (answer !== 'choose') return answer === 'all' ? all : {};
  return chooseValues(all, { workspace, hosts: requested.network?.allowedHosts ?? [] });
}

async function chooseValues(
  all: CapabilityGrants,
  place: { readonly workspace: string; readonly hosts: readonly string[] },
): Promise<CapabilityGrants> {
  const values = listGrantValues(all);
  const answer = await multiselect({
    message: 'which?   space marks, enter takes',
    options: values.map(({ capability, words }, at) => ({
      value: at,
      label: `${capability}  ${words}`,
    })),
    required: false,
  });
  if (isCancel(answer)) throw grantNeeded(all);
  const chosen = new Set(answer);
  return addGrantValues(
    {},
    values.filter((_, at) => chosen.has(at)),
    place,
  );
}

function pickNamed(all: CapabilityGrants, given: readonly string[]): CapabilityGrants {
  const words = given.flatMap((each) => each.split(',')).map((each) => each.trim());
  if (words.length === 1 && words[0] === 'all') return all;
  if (words.length === 1 && words[0] === 'none') return {};
  const unknown = words.find((word) => !isCapabilityName(word) || all[word] === undefined);
  if (unknown === undefined) {
    return Object.fromEntries(Object.entries(all).filter(([name]) => words.includes(name)));
  }
  throw new CliFault('usage', {
    code: 'grant_unknown',
    message: `It does not ask for "${unknown}"; nothing was installed.`,
    hint: `Say --grant all, --grant none, or some of: ${Object.keys(all).join(' ')}.`,
  });
}

function grantNeeded(asked: object): CliFault {
  return new CliFault('usage', {
    code: 'grant_needed',
    message: 'It asks for capabilities; nothing was installed.',
    hint: `Say --grant all, --grant none, or some of: --grant ${Object.keys(asked).join(' ')}.`,
  });
}
