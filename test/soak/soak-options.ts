import { parseArgs } from 'node:util';
import { KIND_NAMES, type KindName } from './call-kinds.ts';
import type { LoadPlan } from './soak-load.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Whether `mortise serve` is soaked; a host in a process of ours if not. */
  readonly isServed: boolean;
  readonly isJson: boolean;
  readonly plan: LoadPlan;
  /** For the Node that runs the host, to find out more: `--trace-gc`, `--expose-gc`. */
  readonly nodeArguments: readonly string[];
}

export const USAGE = `pnpm soak [minutes] [--serve] [--json]
  minutes          how long, warm-up included; 30 if absent
  --serve          soaks a \`mortise serve\` over MCP and HTTP; else a host that is embedded
  --rate <calls>   calls per second, 100 if absent; \`max\` for as many as there can be
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
        json: { type: 'boolean', default: false },
        rate: { type: 'string', default: '100' },
        kinds: { type: 'string', default: KIND_NAMES.join(',') },
        reload: { type: 'string', default: '20' },
        kill: { type: 'string', default: '15' },
        node: { type: 'string', multiple: true, default: [] },
      },
    });
    const { rate } = values;
    return {
      minutes: positive(positionals[0] ?? '30', 'minutes'),
      isServed: values.serve,
      isJson: values.json,
      nodeArguments: values.node,
      plan: {
        ...(rate === 'max' ? {} : { rate: positive(rate, '--rate') }),
        kinds: values.kinds.split(',').map(kindOf),
        reloadEveryMs: notNegative(values.reload, '--reload') * 1_000,
        killEveryMs: notNegative(values.kill, '--kill') * 1_000,
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
