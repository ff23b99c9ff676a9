import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const POLLUTE = `
  globalThis.pwned = 'yes';
  Object.prototype.polluted = 'yes';
  Array.prototype.push = () => { throw new Error('stolen'); };
  Symbol.for('shared').description;
  Promise.prototype.then = () => { throw new Error('stolen'); };
  JSON.stringify = () => 'stolen';
  return say('polluted');`;
const LOOK = `
  const list = []; list.push(1);
  await Promise.resolve().then(() => 0);
  return say([typeof globalThis.pwned, typeof {}.polluted, JSON.stringify(list)].join(' '));`;

export const hazard: Hazard = {
  title: 'pollutes every global and prototype, beside another extension in the same process',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(POLLUTE) }, 'a');
    const look = attackSource(LOOK).replace(`name: 'attack'`, `name: 'look'`);
    await stage.loadWell({ source: look }, 'b');
    expectText(await stage.call({ tool: 'look' }), 'undefined undefined [1]');
    expectText(await stage.call(), 'polluted');
    expectText(await stage.call({ tool: 'look' }), 'undefined undefined [1]');
  },
};
