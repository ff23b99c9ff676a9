import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolOutcome } from '@mortise/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../api/sandbox-api.ts';
import {
  type CallOptions,
  openSandboxFixture,
  type SandboxFixture,
  summarise,
} from '../sandbox-fixture.ts';

const LIMITS = { cpuMs: 300, callMs: 4_000, heapBytes: 32_000_000 };
/** Native code that nothing interrupts, and that uses up no memory first. */
const NEVER_ENDS = 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);';
const TOGETHER = 16;

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** An extension with one synchronous tool, whose calls may share entries. */
function syncSource(body: string, before = '', isAsync = false): string {
  return `const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
${before}
export default ${isAsync ? 'async ' : ''}(api) => api.registerTool({ name: 't', description: 'A tool.',
  parameters: { type: 'object' }, execute(id, params, ctx) { ${body} } });`;
}

async function open(body: string, options: Partial<SandboxOptions> = {}): Promise<void> {
  fixture = openSandboxFixture({ limits: LIMITS, quarantine: { crashes: 1_000 }, ...options });
  await fixture.sandbox.load({ id: 'demo', source: syncSource(body) });
}

/** Until calls of the tool share an entry: it has been quick for a while. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < 12; round += 1) await callTogether(() => ({}));
}

function callTogether(
  partsOf: (index: number) => CallOptions,
  count = TOGETHER,
): Promise<readonly ToolOutcome[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(partsOf(index))));
}

function call(parts: CallOptions): Promise<ToolOutcome> {
  return fixture.call('demo', 't', parts);
}

const badThird = (index: number) => ({ args: { bad: index === 3 } });

describe('of calls that share an entry', () => {
  it('one that loops is stopped though another one loops afterwards, and neighbours go on (S-3)', async () => {
    await open(
      `if (params.micro) Promise.resolve().then(() => { for (;;); }); if (params.bad) for (;;); return text('ok');`,
      { placement: 'shared' },
    );
    await fixture.loadTools('good', { ping: `return text('pong')` });
    await fixture.call('good', 'ping');
    await warmUp();
    const replies = callTogether((index) => ({ args: { micro: index === 0, bad: index === 3 } }));
    await sleep(200);
    const startedAt = performance.now();
    expect(summarise(await fixture.call('good', 'ping'))).toBe('pong');
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.callMs / 2);
    expect(summarise((await replies)[3] as ToolOutcome)).toBe('cpu_limit');
  });

  it('each has the CPU time of one call, not a share of it (S-3)', async () => {
    await open(
      `const end = Date.now() + (params.ms ?? 0); while (Date.now() < end); return text('ok');`,
    );
    await warmUp();
    const replies = await callTogether(() => ({ args: { ms: 100 } }), 8);
    expect(replies.map(summarise)).toEqual(replies.map(() => 'ok'));
  });

  it.each([
    { what: 'uses up memory', bad: `const all = []; for (;;) all.push({});`, code: 'memory_limit' },
    { what: 'cannot be stopped', bad: NEVER_ENDS, code: 'cpu_limit' },
  ])(
    'one that $what is the only one told so, and all others answer (S-4)',
    async ({ bad, code }) => {
      await open(`if (params.bad) { ${bad} } return text('ok');`);
      await warmUp();
      const codes = (await callTogether(badThird)).map(summarise);
      expect(codes[3]).toBe(code);
      expect(new Set(codes.toSpliced(3, 1))).toEqual(new Set(['ok']));
    },
  );

  it('each keeps its answer, however long and in whatever letters, while another is still stuck (S-4)', async () => {
    await open(`if (params.bad) { ${NEVER_ENDS} } return text(params.text ?? 'ok');`, {
      limits: { ...LIMITS, cpuMs: 1_500 },
    });
    await warmUp();
    const texts = ['plain', 'ä🎉'.repeat(9), `${'x'.repeat(701)}€ü𝔘`, '', 'é'.repeat(2_000)];
    let isStuck = true;
    const replies = Array.from({ length: 6 }, (_, index) =>
      call({ args: { text: texts[index], bad: index === texts.length } }),
    );
    const bad = replies.pop()?.then((reply) => {
      isStuck = false;
      return summarise(reply);
    });
    expect((await Promise.all(replies)).map(summarise)).toEqual(texts);
    expect(isStuck).toBe(true);
    expect(['cpu_limit', 'timeout']).toContain(await bad);
  });

  it('one with an answer too long to be kept is answered before the next one begins (S-4)', async () => {
    await open(`if (params.bad) { ${NEVER_ENDS} } return text('x'.repeat(params.chars ?? 1));`);
    await warmUp();
    const replies = await callTogether((index) => ({
      args: { chars: index % 2 === 0 ? 30_000 : 1, bad: index === 5 },
    }));
    const lengths = replies.map((reply) => summarise(reply).length);
    expect(lengths.toSpliced(5, 1)).toEqual(
      Array.from({ length: TOGETHER }, (_, index) => (index % 2 === 0 ? 30_000 : 1)).toSpliced(
        5,
        1,
      ),
    );
  });

  it('each may log as much as it could alone', async () => {
    await open(`console.log('line ' + params.index); return text('x'.repeat(30_000));`);
    await warmUp();
    fixture.logs.length = 0;
    await callTogether((index) => ({ args: { index } }));
    expect(fixture.logs.filter((line) => line.startsWith('line '))).toHaveLength(TOGETHER);
  });
});

describe('a runner that ends', () => {
  it('has begun a call whose isolate took long to load, and nobody begins it again (S-4)', async () => {
    fixture = openSandboxFixture({ limits: LIMITS });
    const before = 'const end = Date.now() + 250; while (Date.now() < end);';
    const body = `ctx.progress('paid'); return ctx.sleep(1_000).then(() => text('done'));`;
    await fixture.sandbox.load({ id: 'demo', source: syncSource(body, before, true) });
    const paid = Promise.withResolvers<void>();
    let times = 0;
    const reply = call({
      onProgress: () => {
        times += 1;
        paid.resolve();
      },
    });
    await paid.promise;
    await sleep(100);
    for (const { pid, extensions } of fixture.sandbox.status().runners) {
      if (extensions.includes('demo')) process.kill(pid, 'SIGKILL');
    }
    expect(summarise(await reply)).toBe('sandbox_crashed');
    expect(times).toBe(1);
    expect(fixture.events.map(({ type }) => type)).not.toContain('extension_crashed');
  });

  it('has begun a call that came after one whose isolate still loads (S-4)', async () => {
    fixture = openSandboxFixture({ limits: LIMITS, placement: 'shared' });
    const slowLoad = syncSource(NEVER_ENDS).replace(
      'export default (api) =>',
      'export default async (api) => (await new Promise((done) => setTimeout(done, 400)), ',
    );
    await fixture.sandbox.load({ id: 'bad', source: slowLoad.replace(/\);$/, '));') });
    await fixture.loadTools('good', {
      pay: `ctx.progress('paid'); await ctx.sleep(2_500); return text('done');`,
    });
    let times = 0;
    const bad = fixture.call('bad', 't');
    const good = fixture.call('good', 'pay', {
      onProgress: () => {
        times += 1;
      },
    });
    expect(summarise(await good)).toBe('sandbox_crashed');
    expect(times).toBe(1);
    expect(summarise(await bad)).toBe('cpu_limit');
  });

  it.each([10, 62])(
    'is blamed on its calls whatever their numbers are: after %i',
    async (calls) => {
      await open(
        `if (params.wait) { if (params.bad) setTimeout(() => { ${NEVER_ENDS} }, 50); return new Promise(() => {}); } return text('ok');`,
      );
      for (let done = 0; done < calls; done += 1) await call({});
      const replies = await callTogether(
        (index) => ({ args: { wait: true, bad: index === 0 } }),
        4,
      );
      expect(new Set(replies.map(summarise))).toEqual(new Set(['cpu_limit']));
    },
  );
});

describe('a call that asked too often (S-3)', () => {
  it('is over in its guest, too: what comes after it is known as what it is', async () => {
    fixture = openSandboxFixture({
      limits: { ...LIMITS, hostCallsPerCall: 3, logLinesPerCall: 5 },
    });
    await fixture.loadTools('demo', {
      many: `await Promise.all([1, 2, 3, 4].map(() => ctx.sleep(1)));`,
      log: `await null; console.log('line'); return text('ok');`,
    });
    expect(summarise(await fixture.call('demo', 'many'))).toBe('host_call_limit');
    for (let count = 0; count < 8; count += 1) await fixture.call('demo', 'log');
    expect(fixture.logs.filter((line) => line === 'line')).toHaveLength(8);
  });
});

describe('arguments that cannot be read', () => {
  const throwing = {
    get a(): never {
      throw new Error('not yours');
    },
  };
  const proxy = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('not yours');
      },
    },
  );
  it.each([
    { what: 'a getter that throws', args: throwing },
    { what: 'a proxy that throws', args: proxy },
  ])('are refused: $what', async ({ args }) => {
    await open(`return text('ok');`);
    expect(summarise(await call({ args }))).toBe('input_invalid');
  });

  it('are measured as JSON: as many bytes as allowed are allowed', async () => {
    await open(`return text('ok');`, { limits: { ...LIMITS, argumentBytes: 5_000 } });
    const ofBytes = (bytes: number) => ({ args: { a: [1, 'x'.repeat(bytes - 12)] } });
    expect(JSON.stringify(ofBytes(5_000).args)).toHaveLength(5_000);
    expect(summarise(await call(ofBytes(5_000)))).toBe('ok');
    expect(summarise(await call(ofBytes(5_001)))).toBe('input_invalid');
  });
});
