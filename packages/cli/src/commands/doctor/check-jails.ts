import { describeJail, type JailStatus } from '@mortise/host';
import type { HeldBy } from '../../host-view/host-view.ts';
import type { Finding } from './finding.ts';

/** What holds the code of extensions, and programs that they were granted. */
export function checkJails({ jail, programs }: HeldBy): readonly Finding[] {
  return [
    describeWall('jail', describeJail(jail), { jail, reach: reachOfExtensions(jail) }),
    describeWall('programs', describeJail(programs, 'program'), {
      jail: programs,
      reach: reachOfPrograms(programs),
    }),
  ];
}

interface Wall {
  readonly jail: JailStatus;
  /** What it means that there is none. */
  readonly reach: string;
}

function describeWall(check: string, detail: string, { jail, reach }: Wall): Finding {
  if (jail.state === 'on') return { check, status: 'ok', detail };
  if (jail.state === 'unknown') return { check, status: 'info', detail };
  if (jail.tier === 'required') {
    const hint = `${reach} ${NEXT_STEP.required}`;
    return { check, status: 'error', code: 'jail_missing', detail, hint };
  }
  return { check, status: 'info', detail, hint: `${reach} ${NEXT_STEP[jail.tier]}` };
}

/** A host may have no jail because it was told so, on a machine that could make one. */
const NEXT_STEP = {
  off: 'Take `sandbox.jail: off` out of the configuration to have a jail where the machine can make one.',
  preferred:
    'To hold code that you do not trust, use Linux 5.13 or newer, or run the host in a container; `sandbox.jail: required` refuses it elsewhere.',
  required:
    'Use Linux 5.13 or newer, or run the host in a container; `sandbox.jail: preferred` runs them without.',
} as const;

function reachOfExtensions(jail: JailStatus): string {
  if (jail.tier === 'required') return 'Extensions are refused: `sandbox.jail: required`.';
  return holdsSome(jail)
    ? 'Whatever broke out of V8 would reach what is missing here.'
    : 'Extensions are held by V8 and Node alone.';
}

function reachOfPrograms(jail: JailStatus): string {
  if (jail.tier === 'required') return 'Programs are refused: `sandbox.jail: required`.';
  return `A program that you grant reaches ${holdsSome(jail) ? 'what is missing here' : 'all that your account does'}.`;
}

/** Less than a jail, and more than nothing. */
function holdsSome({ layers }: JailStatus): boolean {
  return Object.values(layers).includes('on');
}
