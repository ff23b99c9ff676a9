import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shellWord } from '@mortise/contracts';
import { formatDiagnostics, parseConfig, printConfigSchema } from '@mortise/host';
import { configsIn } from '../config/find-config.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textOption,
} from './cli-command.ts';

const FILE = 'mortise.config.jsonc';
const SCHEMA_FILE = 'mortise.config.schema.json';
const INSTALLED_SCHEMA = `node_modules/@mortise/host/${SCHEMA_FILE}`;
const DEFAULT_AGENT = 'main';

/** `mortise init`: a configuration to start from, in which the agent has nothing yet. */
export const initCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const isForced = input.options['force'] === true;
    requireVacant(world.cwd, isForced);
    const agent = await chooseName(world, input);
    const path = join(world.cwd, FILE);
    const hasPackage = existsSync(join(world.cwd, INSTALLED_SCHEMA));
    const text = configText(agent, hasPackage ? INSTALLED_SCHEMA : SCHEMA_FILE);
    requireGood(text, path);
    const schemaPath = join(world.cwd, SCHEMA_FILE);
    if (!hasPackage) await writeFile(schemaPath, compact(printConfigSchema()));
    await writeFile(path, text, { mode: 0o644, flag: isForced ? 'w' : 'wx' });
    const word = shellWord(agent);
    const files = hasPackage ? path : `${path}\nwrote ${schemaPath}   for editors`;
    const next = `next: mortise add <folder, tarball or package>, then mortise allow ${word} <tool>`;
    return succeed({ path, agent }, `wrote ${files}\n${agent} has no tools yet\n${next}`);
  },
};

function requireVacant(folder: string, isForced: boolean): void {
  const [known] = configsIn(folder).filter((path) => !isForced || path !== join(folder, FILE));
  if (known === undefined) return;
  const isOther = known !== join(folder, FILE);
  throw new CliFault('usage', {
    code: 'config_exists',
    message: `${known} is there already.`,
    hint: isOther
      ? 'A folder has one configuration: edit that one, or remove it first.'
      : 'Edit it, or replace it with --force.',
  });
}

async function chooseName({ terminal }: CommandWorld, input: CommandInput): Promise<string> {
  const given = textOption(input, 'agent');
  if (given !== undefined) return given;
  if (terminal.canAsk !== true || input.options['json'] === true) return DEFAULT_AGENT;
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message: 'What is the agent called?',
    placeholder: DEFAULT_AGENT,
    defaultValue: DEFAULT_AGENT,
  });
  if (!isCancel(answer)) return answer;
  throw new CliFault('usage', {
    code: 'cancelled',
    message: 'Nothing was written.',
    hint: 'Run `mortise init` again, or name the agent with --agent.',
  });
}

/** A name that the configuration would refuse is refused before anything is written. */
function requireGood(text: string, path: string): void {
  const parsed = parseConfig(text, { fileName: path });
  if (parsed.status === 'ok') return;
  throw new CliFault('usage', {
    code: 'agent_name_invalid',
    message: `An agent cannot be called that: choose another name with --agent. Nothing was written.\n${formatDiagnostics(parsed.diagnostics)}`,
    hint: 'Choose another name with --agent.',
  });
}

/** A third of the size; no person reads it. */
function compact(json: string): string {
  return `${JSON.stringify(JSON.parse(json))}\n`;
}

function configText(agent: string, schema: string): string {
  const key = JSON.stringify(agent);
  return `{
  // Completion and checks in any editor that knows JSON Schema.
  "$schema": ${JSON.stringify(`./${schema}`)},

  // Extensions to load: folders, tarballs or npm packages; nothing else is ever run. The command
  // \`mortise add\` writes here. A new extension gives no agent anything by itself.
  "extensions": [],

  // The agents by name, and what each may use.
  "agents": {
    ${key}: {
      "tools": {
        // The base list of what this agent may use. "none" holds nothing.
        "profile": "none",

        // What it may use besides: tools, extensions, group:…, prefix*. \`mortise allow\` writes here,
        // and \`mortise explain\` says why a tool is there or not.
        "alsoAllow": []
      }
    }
  }
}
`;
}
