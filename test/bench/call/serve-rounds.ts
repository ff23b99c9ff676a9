import type { Lane, RoundOrder } from './lane.ts';
import { runRound } from './run-round.ts';

/** Runs the rounds that the parent of this process orders, until it goes away. */
export function serveRounds(lane: Lane): void {
  process.on('message', async (order: RoundOrder) => process.send?.(await runRound(lane, order)));
  process.on('disconnect', async () => {
    await lane[Symbol.asyncDispose]();
    process.exit(0);
  });
  process.send?.('ready');
}
