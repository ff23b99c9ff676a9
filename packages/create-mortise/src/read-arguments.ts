import { parseArgs } from 'node:util';
import { PACKAGE_MANAGERS, type PackageManager } from './package-managers.ts';
import { UsageFault } from './usage-fault.ts';

/** What stood on the command line. */
export interface Arguments {
  readonly folder?: string;
  readonly template?: string;
  readonly packageName?: string;
  readonly packageManager?: PackageManager;
  /** Ask nothing; what was not said is as usual. */
  readonly yes: boolean;
  readonly wants: 'project' | 'help' | 'version';
}

const OPTIONS = {
  template: { type: 'string', short: 't' },
  name: { type: 'string' },
  'package-manager': { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Reads the words behind the command. Throws a `UsageFault` for what it does not know. */
export function readArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const [folder, ...others] = positionals;
  if (others.length > 0) throw tooMany(others);
  const { template, name, yes = false } = values;
  const manager = values['package-manager'];
  const asked = values.version === true ? 'version' : 'project';
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(template === undefined ? {} : { template }),
    ...(name === undefined ? {} : { packageName: name }),
    ...(manager === undefined ? {} : { packageManager: requireManager(manager) }),
    ...{ yes, wants: values.help === true ? 'help' : asked },
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageFault(message.split('. ')[0] ?? message, 'See `npm create mortise -- --help`.');
  }
}

/** npm keeps options for itself unless `--` stands before them, and passes their values on. */
function tooMany(others: readonly string[]): UsageFault {
  return new UsageFault(
    `One folder is made at a time, and ${JSON.stringify(others[0])} is one more`,
    'Options of the template stand behind `--`: npm create mortise my-tool -- --template fetch',
  );
}

function requireManager(name: string): PackageManager {
  const known = PACKAGE_MANAGERS.find((each) => each === name);
  if (known !== undefined) return known;
  throw new UsageFault(
    `${JSON.stringify(name)} is no package manager known here`,
    `Say one of: ${PACKAGE_MANAGERS.join(', ')}.`,
  );
}
