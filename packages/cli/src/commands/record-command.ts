import { AuditFile, openStateFolder, recordOperatorAction } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { osAccount } from '../settings/os-account.ts';
import type { CommandInput, CommandWorld } from './cli-command.ts';

/** Options that say how to print or where to look, and nothing of what was done. */
const OF_THE_COMMAND = new Set(['json', 'config', 'stateDir', 'state', 'yes']);

const TOKEN = /(mortise_[0-9a-z]{12}_)[\w-]{20,}/g;

/**
 * Writes into the audit log what a command changed, and which account of this machine ran it; a host need
 * not run. What was done stays done: if it cannot be written down, the user hears it.
 */
export async function recordCommand(
  name: string,
  world: CommandWorld,
  { args, options, isDone }: CommandInput & { readonly isDone: boolean },
): Promise<void> {
  try {
    const { config } = options;
    const configPath = findConfig(world.cwd, typeof config === 'string' ? config : undefined);
    const { path } = await findStateFolder(configPath, world);
    using audit = new AuditFile(openStateFolder(path).audit);
    const given = Object.entries(options).filter(([key]) => !OF_THE_COMMAND.has(key));
    recordOperatorAction(audit, {
      ...{ at: Date.now(), principal: { id: osAccount() }, action: `cli.${name}` },
      target: args
        .flat()
        .filter((each) => each !== undefined)
        .join(' ')
        // Who has a token at hand may have pasted it whole.
        .replaceAll(TOKEN, '$1…')
        .slice(0, 500),
      decision: isDone ? 'allowed' : 'failed',
      detail: { pid: process.pid, ...(given.length === 0 ? {} : { options: plain(given) }) },
    });
    audit.flush();
  } catch (error) {
    // What did nothing has said why itself.
    if (!isDone) return;
    const reason = error instanceof Error ? error.message : String(error);
    world.terminal.err(`note: this was not written into the audit log: ${reason}`);
  }
}

function plain(given: readonly (readonly [string, unknown])[]) {
  return Object.fromEntries(given.map(([key, value]) => [key, String(value).slice(0, 200)]));
}
