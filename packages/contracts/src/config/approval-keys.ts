import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** `approvals` of a configuration, as written. */
export interface ApprovalSettings {
  readonly timeout?: string;
  readonly clientWait?: string;
  readonly elicit?: boolean | readonly string[];
  readonly waiting?: number;
  readonly whenCallerLeaves?: 'keep' | 'cancel';
}

/** What holds for calls that wait for a person, times in ms. */
export interface ResolvedApprovals {
  readonly timeoutMs: number;
  readonly clientWaitMs: number;
  readonly elicit: boolean | readonly string[];
  readonly waiting: number;
  readonly whenCallerLeaves: 'keep' | 'cancel';
}

const STANDARD = { timeout: '10m', clientWait: '45s', waiting: 16 } as const;

const time = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,4}[smhd]$', description, examples: ['90s', '10m', '8h'] }),
  );

const ApprovalSettings: TUnsafe<ApprovalSettings> = Type.Unsafe(
  Type.Object(
    {
      timeout: time(
        `How long a call waits for a decision before it is refused, and how long the decision holds for the same call asked again; ${STANDARD.timeout} if absent.`,
      ),
      clientWait: time(
        `How long the call of an MCP client that asked for no progress waits before it is told which approval it waits for and to call again; ${STANDARD.clientWait} if absent.`,
      ),
      elicit: Type.Optional(
        Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
          description:
            'Lets the MCP client of an agent ask its own user, by elicitation; the names of agents, or true for all. Absent or false: what a client says approves nothing, because it is the side of the model.',
        }),
      ),
      waiting: Type.Optional(
        Type.Integer({
          ...{ minimum: 1, maximum: 500 },
          description: `Calls of one agent, user and client that may wait at once; ${STANDARD.waiting} if absent. Others are refused.`,
        }),
      ),
      whenCallerLeaves: Type.Optional(
        Type.Union([Type.Literal('keep'), Type.Literal('cancel')], {
          description:
            'Whether a call whose caller went away can still be decided: `keep` (if absent) lets the same call asked again use the decision, `cancel` asks anew.',
        }),
      ),
    },
    { ...closed, description: 'Calls that a person must approve.' },
  ),
);

export const approvalSettings = value(['approvals'], ApprovalSettings);

/** What holds: what is configured, or the standard. Expects values that fit the schema. */
export function resolveApprovals(settings: ApprovalSettings = {}): ResolvedApprovals {
  const { elicit = false, waiting = STANDARD.waiting, whenCallerLeaves = 'keep' } = settings;
  return Object.freeze({
    timeoutMs: Math.min(msOf(settings.timeout ?? STANDARD.timeout), LONGEST_MS),
    clientWaitMs: msOf(settings.clientWait ?? STANDARD.clientWait),
    ...{ elicit, waiting, whenCallerLeaves },
  });
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 30 * UNITS.d;

function msOf(text: string): number {
  return Number(text.slice(0, -1)) * UNITS[text.at(-1) as keyof typeof UNITS];
}
