import { expect } from 'vitest';
import { expectText, type HazardStage } from './hazard-stage.ts';

/** The neighbour may have lost calls with a runner it shared, but it is not blamed for long: it runs. */
export async function expectNeighbourReady(stage: HazardStage): Promise<void> {
  expectText(await stage.call({ tool: 'ping' }), 'pong');
  const { extensions } = stage.host.sandboxStatus();
  const neighbour = extensions.find(({ id }) => id === 'neighbour');
  expect(neighbour).toMatchObject({ state: 'ready' });
  expect(neighbour?.crashes, 'crashes the neighbour is blamed for').toBeLessThanOrEqual(1);
}
