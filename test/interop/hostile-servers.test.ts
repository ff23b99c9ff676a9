import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHost } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { markedProcesses } from '../marked-processes.ts';
import {
  eventually,
  type HostileHost,
  openHostileHost,
  SECRET,
  type TrickOptions,
} from './hostile-host.ts';

interface Trick {
  readonly trick: string;
  readonly options?: TrickOptions;
  /** What must hold, besides that the trick was played, that others are well and that nothing leaked. */
  readonly then: (opened: HostileHost) => Promise<void>;
  /** Played in `npm test` too. */
  readonly isAlways?: boolean;
}

const HIDDEN = /[\p{Cc}\u202e\u200b\u{e0041}]/u;

const ok = (text: string) => expect.objectContaining({ ok: true, text });
const failed = (code: string) => expect.objectContaining({ ok: false, status: 'failed', code });

/** A connection that was ended for a trick: the reason is said, and it is tried again. */
const isCutOff =
  (reason: RegExp): Trick['then'] =>
  async ({ state }) => {
    await eventually(() => expect(state().lastFailure?.reason).toMatch(reason));
    expect(state().tools).toEqual([]);
  };

const answers =
  (result: unknown, { then = 'plain' }: { readonly then?: string } = {}): Trick['then'] =>
  async ({ call }) => {
    expect(await call()).toEqual(result);
    await eventually(async () => expect(await call({ plain: true })).toMatchObject({ text: then }));
  };

const lists =
  (...names: string[]): Trick['then'] =>
  async ({ state }) =>
    expect(state()).toMatchObject({ status: 'connected', tools: names });

/** In the order of a connection: handshake, list, call. */
const TRICKS: readonly Trick[] = [
  { trick: 'silence', then: isCutOff(/did not answer within/) },
  { trick: 'another protocol', then: isCutOff(/protocol version/i) },
  { trick: 'garbage', then: lists('mcp__evil__a') },
  { trick: 'garbage without end', then: isCutOff(/more than it was asked for/), isAlways: true },
  { trick: 'line without end', then: isCutOff(/closed|bytes/i) },
  { trick: 'deep handshake', then: isCutOff(/./) },
  { trick: 'huge handshake', then: lists('mcp__evil__a') },
  { trick: 'questions first', then: lists('mcp__evil__a') },

  {
    trick: 'endless pages',
    isAlways: true,
    then: async ({ state, played }) => {
      expect(state()).toMatchObject({ status: 'connected' });
      expect(played()).toBe(64);
    },
  },
  {
    trick: 'the same page for ever',
    then: async ({ state, played }) => {
      expect(state().tools).toEqual(['mcp__evil__a']);
      expect(played()).toBe(64);
    },
  },
  {
    trick: 'many tools',
    then: async ({ state }) => {
      expect(state().tools).toHaveLength(512);
      expect(state().diagnostics).toHaveLength(1);
    },
  },
  { trick: 'duplicate tools', then: lists('mcp__evil__a', 'mcp__evil__b') },
  {
    trick: 'odd names',
    isAlways: true,
    then: async ({ state, host }) => {
      for (const name of state().tools) expect(name).toMatch(/^mcp__evil__[A-Za-z0-9_-]{1,53}$/);
      expect(new Set(state().tools).size).toBe(state().tools.length);
      expect(state().tools).toContain('mcp__evil__fine');
      expect(JSON.stringify(host.servers.states())).not.toMatch(HIDDEN);
    },
  },
  {
    trick: 'prototype names',
    isAlways: true,
    then: async ({ state, host, call }) => {
      expect(state().tools).toHaveLength(5);
      expect(await call({}, '__proto__')).toEqual(ok('__proto__'));
      expect(await call({}, 'constructor')).toEqual(ok('constructor'));
      expect(host.tools().find(({ name }) => name.endsWith('toString'))?.description).toBe(
        'A tool.',
      );
    },
  },
  {
    trick: 'names of others',
    then: async ({ host }) => {
      const of = (server: string) =>
        host.tools().filter(({ origin }) => origin.kind === 'mcp' && origin.server === server);
      expect(of('evil').every(({ name }) => name.startsWith('mcp__evil__'))).toBe(true);
      expect(of('well')).toHaveLength(4);
    },
  },
  { trick: 'deep schema', then: lists('mcp__evil__fine') },
  { trick: 'schema without ground', then: isCutOff(/./) },
  { trick: 'huge schema', then: lists('mcp__evil__b') },
  {
    trick: 'hidden text',
    then: async ({ host }) => {
      const definitions = await host.agent('main').session('s').definitions();
      expect(JSON.stringify(definitions)).not.toMatch(HIDDEN);
    },
  },
  {
    trick: 'secret in a list',
    isAlways: true,
    then: async ({ host, state }) => {
      expect(state().tools).toEqual(['mcp__evil__a']);
      const definitions = await host.agent('main').session('s').definitions();
      expect(JSON.stringify(definitions)).toContain('The key is [redacted].');
    },
  },
  { trick: 'wrong types', then: isCutOff(/./) },
  {
    trick: 'refuses its second list',
    then: async ({ state, call, played }) => {
      await eventually(() => expect(played()).toBeGreaterThan(0));
      expect(await call()).toEqual(ok('a'));
      expect(state().status).toBe('connected');
    },
  },

  { trick: 'huge text', then: answers(failed('result_too_large')) },
  { trick: 'message without end', then: answers(failed('execution_failed')) },
  { trick: 'deep result', then: answers(failed('result_invalid')) },
  {
    trick: 'abyss',
    then: async ({ call }) => expect(await call()).toMatchObject({ status: 'failed' }),
  },
  {
    trick: 'hidden text in a result',
    then: async ({ call }) => {
      const result = await call();
      expect(result).toMatchObject({ ok: true });
      expect(JSON.stringify(result)).not.toMatch(HIDDEN);
    },
  },
  {
    trick: 'secret in a result',
    isAlways: true,
    then: async ({ call }) => {
      expect(await call()).toMatchObject({
        ...{ ok: true, text: '[redacted] [redacted] [redacted]' },
        structured: { '[redacted]': '[redacted]' },
      });
    },
  },
  {
    trick: 'secret in an error',
    then: async ({ call }) => expect(await call()).toMatchObject({ message: 'no: [redacted]' }),
  },
  {
    trick: 'huge error',
    then: async ({ call }) => {
      const result = await call();
      expect(result).toMatchObject({ status: 'failed', code: 'execution_failed' });
      expect(JSON.stringify(result).length).toBeLessThan(5_000);
    },
  },
  { trick: 'answers to nothing', then: answers(ok('right')), isAlways: true },
  { trick: 'two answers', then: answers(ok('first')) },
  {
    trick: 'an answer that is both',
    then: async ({ call }) => expect(await call()).toMatchObject({ ok: false }),
  },
  {
    trick: 'questions that no client allowed',
    isAlways: true,
    then: async ({ call }) => {
      // -32601: there is no such method here.
      const answers = expect.arrayContaining([-32_601]);
      expect(await call()).toMatchObject({ ok: true, structured: { answers } });
      expect(JSON.stringify(await call())).not.toContain('answered');
    },
  },
  { trick: 'progress without end', then: isCutOffBy(/more than it was asked for/), isAlways: true },
  { trick: 'progress of others', then: answers(ok('right')) },
  { trick: 'log without end', then: isCutOffBy(/more than it was asked for/) },
  {
    trick: 'list changes without end',
    then: async ({ call }) => {
      const result = await call();
      // Once for the connection, and not once for each of 3,000 changes.
      expect(Number(result?.ok === true ? result.text : Number.NaN)).toBeLessThan(30);
    },
  },
  { trick: 'cancels our calls', then: answers(ok('right')) },
  {
    trick: 'no answer',
    then: answers(failed('timeout')),
    options: { server: { limits: { callMs: 300 } } },
  },
  {
    trick: 'slow drip',
    options: { server: { limits: { callMs: 500 } } },
    then: async ({ call }) => {
      const before = process.cpuUsage();
      expect(await call()).toEqual(failed('timeout'));
      const { user, system } = process.cpuUsage(before);
      expect(user + system).toBeLessThan(400_000);
    },
  },
  { trick: 'ends in the middle', then: answers(failed('execution_failed')) },
  { trick: 'closes its output', then: answers(failed('execution_failed')) },
  {
    trick: 'errors without end',
    then: async ({ call, state }) => {
      expect(await call()).toEqual(ok('right'));
      expect(JSON.stringify(state().stderr)).not.toMatch(HIDDEN);
      expect(state().stderr.join('').length).toBeLessThan(10_000);
    },
  },
  {
    trick: 'strange parts',
    then: async ({ call }) => {
      const result = await call();
      expect(result).toMatchObject({ ok: true });
      expect(JSON.stringify(result)).not.toMatch(HIDDEN);
    },
  },
  { trick: 'a part of no kind', then: answers(failed('result_invalid')) },
  { trick: 'an image that is none', then: answers(failed('result_invalid')) },
  {
    trick: 'prototype result',
    then: async ({ call }) => {
      expect(await call()).toMatchObject({ ok: true, text: 'right' });
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    },
  },
];

/** The same for what a call sets off. */
function isCutOffBy(reason: RegExp): Trick['then'] {
  return async (opened) => {
    expect(await opened.call()).toMatchObject({ ok: false });
    await eventually(() => expect(opened.state().lastFailure?.reason).toMatch(reason));
  };
}

const chosen = isFullRun() ? TRICKS : TRICKS.filter(({ isAlways }) => isAlways === true);

describe('a hostile server', () => {
  it.each(chosen)('plays "$trick" in vain (F-9, S-4, S-11)', async ({ trick, options, then }) => {
    await using opened = await openHostileHost(trick, options);
    await then(opened);
    await eventually(() => expect(opened.played()).toBeGreaterThan(0));
    await opened.expectOthersWell();
    expect(opened.said()).not.toContain(SECRET);
  });

  it('has no schema of its followed, and no pattern of its tried', async () => {
    let asked = 0;
    const server = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using opened = await openHostileHost('schema that calls', { extra: url });
    const before = process.cpuUsage();
    expect(await opened.call({ p: `${'a'.repeat(60)}!` })).toMatchObject({ ok: true });
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    expect([asked, opened.played()]).toEqual([0, 1]);
    server.close();
  });
});

await using probing = await createHost({});
const isJailed = (await probing.tryProgramJail()).state === 'on';

const where = isJailed ? '' : '; skipped here: there is no jail for programs';

describe.skipIf(!isJailed)(`the program of a hostile server (S-8, S-10)${where}`, () => {
  it('reaches nothing of the host, of its account and of other folders', async () => {
    await using opened = await openHostileHost('looks around', { isJailed: true, extra: 'x,y,z' });
    const { folder, host } = opened;
    const outside = join(folder, 'outside');
    const wanted = [join(folder, 'mortise.config.json'), homedir(), outside].join(',');
    await using again = await openHostileHost('looks around', { isJailed: true, extra: wanted });
    const result = await again.call();
    expect(result).toMatchObject({
      structured: {
        parent: expect.stringMatching(/^(?:EACCES|ENOENT|EPERM)$/),
        config: expect.stringMatching(/^(?:EACCES|ENOENT)$/),
        home: expect.stringMatching(/^(?:EACCES|ENOENT)$/),
        write: expect.stringMatching(/^(?:EACCES|EROFS)$/),
      },
    });
    const { environment } = (result as unknown as { structured: { environment: string[] } })
      .structured;
    expect(environment.filter((name) => name.startsWith('VITEST'))).toEqual([]);
    expect(again.played()).toBe(1);
    await opened.expectOthersWell();
    expect(host.servers.state('evil')?.confinement).toMatch(/^in a jail: .*with the network$/);
  });

  it('has no network if it is not granted', async () => {
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const extra = String((server.address() as AddressInfo).port);
    await using open = await openHostileHost('calls out', { isJailed: true, extra });
    expect(await open.call()).toEqual(ok('hello'));
    await using shut = await openHostileHost('calls out', {
      isJailed: true,
      extra,
      network: false,
    });
    expect(await shut.call()).toMatchObject({
      text: expect.stringMatching(/^(?:EACCES|ENETUNREACH)$/),
    });
    server.close();
  });
});

describe.skipIf(process.platform !== 'linux')('the process of a hostile server', () => {
  it.each([
    { what: 'in its jail', isJailed: true },
    { what: 'without a jail', isJailed: false },
  ])('takes along what it started, although that tried to leave: $what', async (options) => {
    let mark = '';
    {
      await using opened = await openHostileHost('stays behind', { isJailed: options.isJailed });
      mark = opened.mark;
      expect(await opened.call()).toMatchObject({ ok: true });
      expect(markedProcesses(mark).length).toBeGreaterThan(1);
      expect(opened.played()).toBe(1);
    }
    await eventually(() => expect(markedProcesses(mark)).toEqual([]));
  });

  it('that does not want to end is ended', async () => {
    let mark = '';
    {
      await using opened = await openHostileHost('stubborn');
      mark = opened.mark;
      expect(markedProcesses(mark)).toHaveLength(1);
    }
    expect(markedProcesses(mark)).toEqual([]);
  });
});
