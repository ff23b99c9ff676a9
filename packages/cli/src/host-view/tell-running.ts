import { paint } from '../output/paint.ts';
import type { ViewChoice } from './open-view.ts';
import { reloadRunning } from './reload-running.ts';

/**
 * After a command changed files: has the host that runs take them up, and says in one line what came of
 * it. Never throws: the files are changed, whatever the host says.
 */
export async function tellRunning(choice: ViewChoice): Promise<void> {
  const { terminal } = choice;
  const say = (text: string) => terminal.err(paint(terminal, 'dim', text));
  try {
    const answer = await reloadRunning(choice);
    if (answer === undefined) return;
    const who = `the host that runs (pid ${answer.running.pid})`;
    if (answer.isAccepted) say(`${who} read it again: configuration ${answer.revision}`);
    else say(`${who} refused it and goes on as before; see \`mortise check\``);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`the host that runs could not read it again: ${reason}; run \`mortise reload\``);
  }
}
