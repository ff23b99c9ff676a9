import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const SOURCE = `export default (api) => {
  const say = (text) => ({ content: [{ type: 'text', text }] });
  const parameters = { type: 'object' };
  api.registerTool({ name: 'attack', description: 'x', parameters, execute: () => { for (;;); } });
  api.registerTool({ name: 'innocent', description: 'x', parameters, execute: async (id, p, ctx) => { await ctx.sleep(800); return say('innocent'); } });
};`;

export const hazard: Hazard = {
  title: 'has an innocent tool whose calls run in the isolate that another call loses',
  script: async (stage) => {
    await stage.loadWell({ source: SOURCE, limits: { cpuMs: 60 } });
    const innocent = stage.call({ tool: 'innocent' });
    await new Promise((next) => setTimeout(next, 300));
    const guilty = await stage.call();
    expectCode(guilty, 'cpu_limit');
    expect(await innocent).toMatchObject({ ok: false, code: 'sandbox_crashed' });
    expectText(await stage.call({ tool: 'innocent' }), 'innocent');
  },
};
