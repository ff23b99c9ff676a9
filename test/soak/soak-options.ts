import { parseArgs } from 'node:util';
import { KIND_NAMES, type KindName } from './call-kinds.ts';
import type { LoadPlan } from './soak-load.ts';
import { hasteOf } from './warm-up.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly form: keyof typeof FORMS;
  readonly isJson: boolean;
  readonly plan: LoadPlan;
  /** For the Node that runs the host, to find out more: `--trace-gc`, `--expose-gc`. */
  readonly nodeArguments: readonly string[];
}

/** What is soaked. */
export const FORMS = {
  embedded: 'an embedded host',
  served: 'mortise serve',
  clients: 'mortise serve with four real MCP clients',
} as const;

export const USAGE = `pnpm soak [minutes] [--serve | --clients] [--json]
  minutes          how long, warm-up included; 30 if absent
  --serve          soaks a \`mortise serve\` over MCP and HTTP; else a host that is embedded
  --clients        four real MCP clients in front of a \`mortise serve\` whose code is swapped; every call is accounted for
  --rate <calls>   calls per second, 100 if absent (three times as many in most of the warm-up); \`max\` for as many as there can be
  --kinds <names>  only these calls: ${KIND_NAMES.join(', ')}
  --reload <s>     seconds between two reloads, 20 if absent; 0 for none
  --kill <s>       seconds between two kills of a runner, 15 if absent; 0 for none
  --node <option>  an option of Node for the process of the host; may be repeated
  --json           the last line is one JSON object with every sample`;

/** Answers what is wrong as a text. */
export function readOptions(argv: readonly string[]): SoakOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        serve: { type: 'boolean', default: false },
        clients: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        rate: { type: 'string', default: '100' },
        kinds: { type: 'string', default: KIND_NAMES.join(',') },
        reload: { type: 'string', default: '20' },
        kill: { type: 'string', default: '15' },
        node: { type: 'string', multiple: true, default: [] },
      },
    });
    const { rate } = values;
    const minutes = positive(positionals[0] ?? '30', 'minutes');
    return {
      minutes,
      form: values.clients ? 'clients' : values.serve ? 'served' : 'embedded',
      isJson: values.json,
      nodeArguments: values.node,
      plan: {
        ...(rate === 'max' ? {} : { rate: positive(rate, '--rate') }),
        kinds: values.kinds.split(',').map(kindOf),
        reloadEveryMs: notNegative(values.reload, '--reload') * 1_000,
        killEveryMs: notNegative(values.kill, '--kill') * 1_000,
        hasteMs: hasteOf(minutes * 60_000),
      },
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function kindOf(text: string): KindName {
  const name = KIND_NAMES.find((each) => each === text);
  if (name === undefined) throw new Error(`There is no kind "${text}".`);
  return name;
}

function positive(text: string, what: string): number {
  const value = notNegative(text, what);
  if (value === 0) throw new Error(`${what} must be more than 0.`);
  return value;
}

function notNegative(text: string, what: string): number {
  const value = Number(text);
  if (text === '' || !(value >= 0 && Number.isFinite(value)))
    throw new Error(`${what} must be a number, not "${text}".`);
  return value;
}
