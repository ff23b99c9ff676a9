import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: "makes the engine throw inside the sandbox's own code and climbs from that error",
  source: attackSource(`
    let reached = 'no error';
    const dive = () => { try { dive(); } catch (error) { reached = error.constructor.constructor('return typeof process')(); ctx.log.info('x'); } };
    dive();
    return say(reached);`),
  expect: { text: 'undefined' },
};
