import type { HazardStage } from './hazard-stage.ts';

const MOST_CALLS = 200;
const PAUSE_MS = 50;

/** Calls a tool that crashes until the host refuses to run its extension for long; answers all codes. */
export async function crashUntilQuarantined(
  stage: HazardStage,
  tool: string,
): Promise<readonly string[]> {
  const codes: string[] = [];
  const session = stage.host.agent('main').session('crashes');
  for (let count = 0; count < MOST_CALLS; count += 1) {
    const [result] = await session.execute([{ id: `crash-${count}`, name: tool, args: {} }]);
    codes.push(result === undefined || result.ok ? 'ok' : result.code);
    if (codes.at(-1) === 'extension_quarantined') return codes;
    if (codes.at(-1) === 'extension_unavailable')
      await new Promise((later) => setTimeout(later, PAUSE_MS));
  }
  throw new Error(`not quarantined after ${codes.join()}`);
}
