import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'drives an async generator whose return value and finally block hold traps',
  source: attackSource(`
    async function* trap() { try { yield ctx.sleep(0); } finally { await { then(resolve) { resolve(this); delete this.then; } }; } }
    const run = trap();
    await run.next();
    const end = await run.return(ctx.sleep(0));
    return say(typeof end.value?.process + ' ' + (end.value === globalThis));`),
  expect: { text: 'undefined false' },
};
