import type { LimitSettings } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { expect } from 'vitest';
import type { DeclaredHazard, Hazard } from './hazard.ts';
import { expectCode, expectText, HazardStage } from './hazard-stage.ts';
import type { HostVitals } from './host-vitals.ts';
import { type NeighbourRules, NeighbourWatch } from './neighbour.ts';

/**
 * For what does not end by itself: it is stopped in the same way after less than honest code may
 * take, and a busy machine gives it so little sooner.
 */
const ENDLESS = { load_timeout: { loadMs: 500 }, cpu_limit: { cpuMs: 40 } } as const;

export interface HazardPlace {
  readonly host: Host;
  readonly vitals: HostVitals;
  readonly name: string;
  readonly neighbour: NeighbourRules;
}

/**
 * Lets one hostile extension do its worst in a real host and checks that it ended as it must,
 * once, that a neighbour answered all the while, and that the host itself is well.
 */
export async function runHazard(hazard: Hazard, place: HazardPlace): Promise<void> {
  const stage = new HazardStage(place.host, place.name);
  place.vitals.start();
  const watch = new NeighbourWatch(place.host, place.neighbour);
  try {
    if ('script' in hazard) await hazard.script(stage);
    else await playDeclared(hazard, stage);
  } finally {
    await stage.unloadAll();
    await watch.stop();
  }
  stage.expectOneEndEach();
  place.vitals.expectWell();
}

async function playDeclared(hazard: DeclaredHazard, stage: HazardStage): Promise<void> {
  const end = hazard.expect;
  const state = await stage.load({
    ...hazard,
    limits: { ...shorterLimits(end), ...hazard.limits },
  });
  if ('load' in end) {
    const { code, message } = state.failure ?? { code: 'loaded', message: '' };
    expect(`${code}: ${message}`).toMatch(new RegExp(`^${end.load}: `));
    expectNothingLeft(stage);
  } else {
    expect(state.failure).toBeUndefined();
    if ('skipped' in end) {
      expect(state.diagnostics.map(({ code }) => code)).toContain(end.skipped);
      expectNothingLeft(stage);
    } else {
      const result = await stage.call({ args: hazard.args });
      if ('text' in end) expectText(result, end.text);
      else expectCode(result, end.code, end.message);
    }
  }
}

function shorterLimits(end: DeclaredHazard['expect']): LimitSettings {
  if ('load' in end && end.load === 'load_timeout') return ENDLESS.load_timeout;
  return 'code' in end && end.code === 'cpu_limit' ? ENDLESS.cpu_limit : {};
}

function expectNothingLeft(stage: HazardStage): void {
  const id = stage.idOf('a');
  const tools = stage.host.tools();
  expect(tools.filter(({ origin }) => origin.kind === 'extension' && origin.id === id)).toEqual([]);
}
