import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import { crashUntilQuarantined } from '../crash-until-quarantined.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'takes its process down again and again: pauses grow, then it is quarantined',
  script: async (stage) => {
    const limits = { cpuMs: 100, callMs: 5_000 };
    const body = 'return say(Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1));';
    await stage.loadWell({ source: attackSource(body), limits });
    const codes = await crashUntilQuarantined(stage, 'attack');
    expect(codes.filter((code) => code === 'cpu_limit')).toHaveLength(5);
    expect(codes.slice(0, 3)).toEqual(['cpu_limit', 'cpu_limit', 'cpu_limit']);
    expectCode(await stage.call(), 'not_available');
    const id = stage.idOf('a');
    const status = stage.host.sandboxStatus().extensions.find((each) => each.id === id);
    expect(status).toMatchObject({ state: 'quarantined', crashes: 5 });
  },
};
