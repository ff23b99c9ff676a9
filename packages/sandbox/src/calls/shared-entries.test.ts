import type { ToolOutcome } from '@mortise/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallOptions,
  openSandboxFixture,
  type SandboxFixture,
  summarise,
} from '../sandbox-fixture.ts';

const LIMITS = { cpuMs: 80, callMs: 4_000 };
const NEVER_ENDS = 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1);';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** One synchronous tool; its calls share entries once it has been quick for a while. */
async function openWarm(body: string): Promise<void> {
  fixture = openSandboxFixture({ limits: LIMITS });
  await fixture.sandbox.load({ id: 'demo', source: syncSource(body) });
  for (let round = 0; round < 12; round += 1) await callTogether(() => ({}));
}

function syncSource(body: string): string {
  return `const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
let release;
export default (api) => api.registerTool({ name: 't', description: 'A tool.',
  parameters: { type: 'object' }, execute(id, params, ctx) { ${body} } });`;
}

function callTogether(partsOf: (index: number) => CallOptions): Promise<readonly ToolOutcome[]> {
  return Promise.all(startTogether(partsOf));
}

function startTogether(partsOf: (index: number) => CallOptions): readonly Promise<ToolOutcome>[] {
  return Array.from({ length: 16 }, (_, index) => fixture.call('demo', 't', partsOf(index)));
}

const bad = (index: number) => ({ args: { bad: index === 3 } });

describe('calls that share an entry', () => {
  it('keep the answers they gave before one of them looped afterwards', async () => {
    await openWarm(
      `if (params.bad) Promise.resolve().then(() => { for (;;); }); return text('ok');`,
    );
    const replies = await callTogether(bad);
    expect(new Set(replies.map(summarise))).toEqual(new Set(['ok']));
  });

  it.each([
    { when: 'in the entry they share', wait: '' },
    { when: 'after a timer', wait: `await new Promise((next) => setTimeout(next, 5));` },
  ])('hand over what they say before their answer, $when', async ({ wait }) => {
    await openWarm(
      `return (async () => { if (params.says) { ${wait} ctx.progress(params.says); } return text('ok'); })();`,
    );
    const heard: string[] = [];
    await callTogether((index) => ({
      args: { says: `call ${index}` },
      onProgress: (progress) => heard.push(String(Reflect.get(Object(progress), 'message'))),
    }));
    expect(heard.toSorted()).toEqual(
      Array.from({ length: 16 }, (_, index) => `call ${index}`).toSorted(),
    );
  });

  it('are told apart when one loops: before it answered, after it run again', async () => {
    await openWarm(`if (params.bad) for (;;); return text('ok');`);
    const codes = (await callTogether(bad)).map(summarise);
    expect(codes[3]).toBe('cpu_limit');
    expect(new Set(codes.toSpliced(3, 1))).toEqual(new Set(['ok']));
  });

  it('are run again if they had not begun, also if one before them has ended the sharing (S-4)', async () => {
    await openWarm(
      `if (params.bad) for (;;); return text(params.long ? 'x'.repeat(5_000) : 'ok');`,
    );
    const codes = (
      await callTogether((index) => ({ args: { long: index === 1, bad: index === 3 } }))
    ).map(summarise);
    expect(codes[1]).toHaveLength(5_000);
    expect(codes.toSpliced(1, 1)).toEqual(['ok', 'ok', 'cpu_limit', ...Array(12).fill('ok')]);
  });

  it('do not lose their time to one that has little', async () => {
    await openWarm(
      `if (params.slow) { const end = Date.now() + 2; while (Date.now() < end); } return text('ok');`,
    );
    const replies = await callTogether((index) => ({
      args: { slow: true },
      timeoutMs: index === 0 ? 5 : 4_000,
    }));
    expect(new Set(replies.slice(1).map(summarise))).toEqual(new Set(['ok']));
  });
});

describe('calls of one isolate', () => {
  it('are answered as soon as another one settles what they wait for', async () => {
    await openWarm(
      `if (params.wait) return new Promise((done) => { release = () => done(text('released')); });
       release?.(); return text('done');`,
    );
    const waiting = fixture.call('demo', 't', { args: { wait: true }, timeoutMs: 3_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(summarise(await fixture.call('demo', 't'))).toBe('done');
    expect(summarise(await waiting)).toBe('released');
  });

  it('share the CPU time of timers, so that nobody computes for free (S-3)', async () => {
    await openWarm(
      `if (params.burn) setInterval(() => { const end = Date.now() + 100; while (Date.now() < end); }, 1);
       return params.wait ? new Promise(() => undefined) : text('ok');`,
    );
    const replies = await Promise.all([
      fixture.call('demo', 't', { args: { wait: true, burn: true } }),
      fixture.call('demo', 't', { args: { wait: true } }),
    ]);
    expect(replies.map(summarise)).toContain('cpu_limit');
    expect(replies.map(summarise)).not.toContain('timeout');
  });

  it('never run twice, whatever was sent again before them (S-4)', { retry: 0 }, async () => {
    await openWarm(
      `if (params.loop) for (;;);
       if (params.wedge) ${NEVER_ENDS}
       if (!params.pay) return text('ok');
       ctx.progress('paid');
       return ctx.sleep(3_000).then(() => text('paid'));`,
    );
    let paid = 0;
    const onProgress = () => {
      paid += 1;
    };
    const others = startTogether((index) => ({ args: { loop: index === 0, wedge: index === 5 } }));
    // The others are sent again now, after it and with older numbers if they kept theirs.
    const pay = others[0]?.then(() =>
      fixture.call('demo', 't', { args: { pay: true }, onProgress }),
    );
    await Promise.all([...others, pay]);
    expect(paid).toBeLessThanOrEqual(1);
  });
});

describe('neighbours in one runner', () => {
  const hostile = [
    { how: 'loops', body: 'for (;;);' },
    { how: 'cannot be stopped', body: NEVER_ENDS },
  ];
  it.each(hostile)('have their answers before the next one $how', async ({ body }) => {
    fixture = openSandboxFixture({ placement: 'shared', limits: LIMITS });
    const source = syncSource(`if (params.bad) ${body} return text('ok');`);
    await fixture.sandbox.load({ id: 'bad', source });
    await fixture.sandbox.load({ id: 'good', source });
    await Promise.all([fixture.call('good', 't'), fixture.call('bad', 't')]);
    const good = fixture.call('good', 't');
    const guilty = fixture.call('bad', 't', { args: { bad: true } });
    const isFirst = Promise.race([good.then(() => true), guilty.then(() => false)]);
    expect(summarise(await good)).toBe('ok');
    expect(await isFirst).toBe(true);
    expect(summarise(await guilty)).toBe('cpu_limit');
  });

  it('live on when one loops after many short entries', async () => {
    fixture = openSandboxFixture({ placement: 'shared', limits: LIMITS });
    await fixture.loadTools('bad', {
      t: `let count = 0;
        return new Promise(() => {
          const next = () => { count += 1; if (count > 70) for (;;); setTimeout(next, 0); };
          next();
        });`,
    });
    await fixture.loadTools('good', { t: `await ctx.sleep(1_000); return text('ok');` });
    const good = fixture.call('good', 't');
    expect(summarise(await fixture.call('bad', 't'))).toBe('cpu_limit');
    expect(summarise(await good)).toBe('ok');
  });
});
