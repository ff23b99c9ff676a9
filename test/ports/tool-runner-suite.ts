import {
  textOf as contentText,
  type RunPorts,
  type RunProgress,
  type RunRequest,
  type ToolOutcome,
  type ToolRunner,
} from '@mortise/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTENT } from './fixtures/suite-tools.mjs';

/** A runner that offers the tools of `fixtures/suite-tools.mjs`. */
export interface OpenedRunner extends AsyncDisposable {
  readonly runner: ToolRunner;
  /** What this runner calls a tool of the suite. */
  readonly nameOf: (tool: string) => string;
  readonly extensionId: string;
}

type RunParts = Partial<Omit<RunRequest, 'caller'>> & Partial<RunPorts>;

/** What every runner of tools does; run against each implementation. */
export function toolRunnerSuite(open: () => Promise<OpenedRunner>): void {
  let opened: OpenedRunner;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const run = (tool: string, parts: RunParts = {}) => runTool(opened, tool, parts);
  const textOf = async (outcome: Promise<ToolOutcome>) => {
    const ended = await outcome;
    return ended.status === 'ok' ? contentText(ended.content) : ended;
  };

  it('answers with what the tool returned, every kind of part in its order', async () => {
    expect(await run('echo', { args: { text: 'hällo\n' } })).toMatchObject({
      status: 'ok',
      content: [{ type: 'text', text: 'hällo\n' }],
    });
    expect(await run('kinds')).toMatchObject({ status: 'ok', content: CONTENT });
  });

  it('answers a tool that says it failed with a failure, its effects unknown', async () => {
    expect(await run('fails')).toMatchObject({
      ...{ status: 'failed', code: 'execution_failed', effects: 'unknown' },
      message: 'it did not work',
    });
  });

  it.each([
    ['a text', 'text'],
    ['a list', [1]],
    ['something too deep', nested(200)],
    ['something too large', { text: 'x'.repeat(2_000_000) }],
    ['a cycle', cyclic()],
    ['what JSON has no word for', { n: 1n }],
    ['what throws when it is read', { toJSON: throwing }],
  ])('refuses %s in place of arguments, and does not reject', async (_what, args) => {
    expect(await run('run_once', { args })).toMatchObject({
      status: 'refused',
      code: 'input_invalid',
    });
    expect(await textOf(run('runs'))).toBe('0');
  });

  it('refuses a tool that it does not have', async () => {
    expect(await run('no_such_tool')).toMatchObject({ status: 'refused' });
  });

  it('runs nothing if it is to check the arguments only', async () => {
    const before = await textOf(run('runs'));
    expect(await textOf(run('run_once', { mode: 'validate' }))).toBe('');
    expect(await textOf(run('runs'))).toBe(before);
  });

  it('runs nothing for a call that is aborted before it begins', async () => {
    const before = await textOf(run('runs'));
    expect(await run('run_once', { signal: AbortSignal.abort() })).toMatchObject({
      status: 'refused',
      code: 'aborted_before_start',
    });
    expect(await textOf(run('runs'))).toBe(before);
  });

  it('ends a call that is aborted while it runs, soon and with unknown effects', async () => {
    const controller = new AbortController();
    const startedAt = performance.now();
    const onStarted = () => setTimeout(() => controller.abort(), 50);
    const call = run('wait', { args: { ms: 10_000 }, signal: controller.signal, onStarted });
    if (opened.runner.limitsConcurrency !== true) onStarted();
    expect(await call).toMatchObject({ status: 'failed', code: 'aborted', effects: 'unknown' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('ends a call at its time', async () => {
    const startedAt = performance.now();
    expect(await run('wait', { args: { ms: 10_000 }, timeoutMs: 300 })).toMatchObject({
      ...{ status: 'failed', code: 'timeout', effects: 'unknown' },
    });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('passes progress on in its order, and none after the answer', async () => {
    const heard: RunProgress[] = [];
    const outcome = await run('steps', {
      args: { count: 4 },
      onProgress: (each) => heard.push(each),
    });
    expect(outcome).toMatchObject({ status: 'ok' });
    const messages = heard.map(({ message }) => message);
    expect(messages).toEqual(['step 1', 'step 2', 'step 3', 'step 4']);
    expect(heard.map(({ percent }) => percent)).toEqual([25, 50, 75, 100]);
    await run('echo', { args: { text: 'later' } });
    expect(heard).toHaveLength(4);
  });

  it('goes on though the ports it was given throw', async () => {
    const outcome = run('steps', { args: { count: 2 }, onProgress: throwing, onStarted: throwing });
    expect(await textOf(outcome)).toBe('done');
    expect(await textOf(run('echo', { args: { text: 'still here' } }))).toBe('still here');
  });

  it('gives each of many calls at once its own answer, and tells of a start at most once', async () => {
    const starts = new Map<number, number>();
    const calls = Array.from({ length: 40 }, (_, index) =>
      run('echo', {
        callId: `many-${index}`,
        args: { text: `${index}` },
        onStarted: () => starts.set(index, (starts.get(index) ?? 0) + 1),
      }),
    );
    const texts = await Promise.all(calls.map(textOf));
    expect(texts).toEqual(calls.map((_, index) => `${index}`));
    const expected = opened.runner.limitsConcurrency === true ? calls.map(() => 1) : [];
    expect([...starts.values()]).toEqual(expected);
  });

  it('gives every call one answer when it is closed, and refuses those that come after', async () => {
    const closing = await open();
    const running = runTool(closing, 'wait', { args: { ms: 30_000 }, timeoutMs: 60_000 });
    await runTool(closing, 'echo', { args: { text: 'warm' } });
    await closing[Symbol.asyncDispose]();
    expect(await running).toMatchObject({ status: expect.stringMatching(/refused|failed/) });
    expect(await runTool(closing, 'echo', { args: { text: 'late' } })).toMatchObject({
      status: 'refused',
    });
  });
}

function runTool(opened: OpenedRunner, tool: string, parts: RunParts): Promise<ToolOutcome> {
  const { signal, onProgress, onStarted, ...request } = parts;
  const { runner, nameOf, extensionId } = opened;
  return runner.run(
    {
      ...{ callId: tool, extensionId, toolName: nameOf(tool), args: {}, mode: 'run' },
      caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
      timeoutMs: 10_000,
      ...request,
    },
    {
      signal: signal ?? new AbortController().signal,
      onProgress: onProgress ?? (() => undefined),
      ...(onStarted === undefined ? {} : { onStarted }),
    },
  );
}

function throwing(): never {
  throw new Error('hostile');
}

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

function cyclic(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}
