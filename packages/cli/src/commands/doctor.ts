import { showOnOneLine } from '@mortise/contracts';
import { findConfig } from '../config/find-config.ts';
import type { HeldBy } from '../host-view/host-view.ts';
import { openView } from '../host-view/open-view.ts';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../output/terminal.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { type CommandAction, type CommandWorld, textOption } from './cli-command.ts';
import { checkFolders } from './doctor/check-folders.ts';
import { checkHost, describeUnopened } from './doctor/check-host.ts';
import { checkJails } from './doctor/check-jails.ts';
import { checkNode, checkSandbox, tryJails } from './doctor/check-machine.ts';
import { checkRetention } from './doctor/check-retention.ts';
import type { Finding } from './doctor/finding.ts';

/**
 * `mortise doctor`: is this machine, this folder and the host of this configuration well? Exits with 5 if
 * anything is not: what does not work, and what works and waits for a person (unless `--errors-only`).
 */
export const doctorCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const configured = await checkConfigured(world, textOption(input, 'config'));
    const held = configured.held ?? (await tryJails());
    const walls = held === undefined ? [] : checkJails(held);
    const findings = [
      checkNode(),
      await checkSandbox(),
      ...walls,
      // Said by these already.
      ...configured.findings.filter(
        ({ check, code }) => !walls.some((wall) => wall.check === check && wall.code === code),
      ),
    ];
    const count = (wanted: Finding['status']) =>
      findings.filter(({ status }) => status === wanted).length;
    const [errors, warnings] = [count('error'), count('warning')];
    const isUnwell = errors > 0 || (warnings > 0 && input.options['errorsOnly'] !== true);
    const lines = findings.map((finding) => describe(finding, world.terminal));
    const closing = `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}`;
    const text = [...lines, closing].join('\n');
    return { exit: isUnwell ? 'unwell' : 'ok', data: findings, text };
  },
};

interface Configured {
  readonly findings: readonly Finding[];
  /** Absent if there is no host to ask. */
  readonly held?: HeldBy;
}

async function checkConfigured(
  world: CommandWorld,
  config: string | undefined,
): Promise<Configured> {
  const folders: Finding[] = [];
  try {
    const path = findConfig(world.cwd, config);
    const state = await findStateFolder(path, world);
    folders.push(...checkFolders(path, state));
    await using view = await openView({ ...world, config });
    // First: what nothing has tried yet is tried for it, and may be trouble.
    const held = await view.jails();
    const findings = [...(await checkHost(view)), ...(await checkRetention(view, state))];
    return { findings: [...folders, ...findings], held };
  } catch (error) {
    return { findings: [...folders, describeUnopened(error)] };
  }
}

const MARKS = { ok: 'ok', info: '--', warning: '!!', error: 'XX' } as const;
const STYLES = { ok: 'green', info: 'dim', warning: 'yellow', error: 'red' } as const;

/** One line for what is well, and one more with the next step for what is not. */
function describe({ check, status, detail, hint, code }: Finding, terminal: Terminal): string {
  const mark = paint(terminal, STYLES[status], MARKS[status]);
  const [first = '', ...rest] = detail.split('\n').map(showOnOneLine);
  const said = code === undefined ? first : `${first}  ${code}`;
  const next = hint === undefined ? [] : [`→ ${showOnOneLine(hint)}`];
  const more = [...rest, ...next].map((line) => `\n       ${line}`);
  return `  ${mark} ${showOnOneLine(check).padEnd(14)} ${said}${more.join('')}`;
}
