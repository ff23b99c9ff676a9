import { aiSdkTools, ToolCallError } from '@mortise/ai-sdk';
import type { Host } from '@mortise/host';
import { generateText, isStepCount, streamText, ToolLoopAgent } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaintHost, PIXEL } from './paint-host.ts';
import { type ScriptedCall, ScriptedModel } from './scripted-model.ts';

let host: Host;
beforeAll(async () => {
  host = await openPaintHost({ continuations: 4 });
});
afterAll(() => host.close());

let sessions = 0;
const openSession = () => host.agent('main').session(`ai-sdk-${++sessions}`);

const call = (toolName: string, input: object = {}): ScriptedCall => ({ toolName, input });
const stopWhen = isStepCount(6);
const prompt = 'Go on.';

describe('the tools of a session in the AI SDK', () => {
  it('run as the model asks, and it reads what they answered', async () => {
    const model = new ScriptedModel([[call('repeat', { count: 3 })], 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession());
    const { text, steps } = await generateText({ model, tools, prepareStep, stopWhen, prompt });
    expect({ text, steps: steps.length }).toEqual({ text: 'done', steps: 2 });
    expect(model.offered[0]).toEqual(expect.arrayContaining(['repeat', 'draw', 'load_tools']));
    expect(model.read[1]).toEqual([{ type: 'text', value: 'xxx' }]);
    expect(steps[0]?.toolResults[0]?.output).toEqual({ content: [{ type: 'text', text: 'xxx' }] });
  });

  it('share one budget among the calls of a step, and give to large results what small ones leave (E-4)', async () => {
    const calls = [call('repeat', { count: 900 }), call('repeat', { count: 900 })];
    const model = new ScriptedModel([[call('repeat', { count: 10 }), ...calls], 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession(), { resultBudgetChars: 1_010 });
    await generateText({ model, tools, prepareStep, stopWhen, prompt });
    expect(model.read[1]?.map(lengthOf)).toEqual([10, 500, 500]);
  });

  it('stay within the budget of the step if the SDK runs them one after the other (E-4)', async () => {
    const calls = [call('repeat', { count: 900 }), call('repeat', { count: 900 })];
    const model = new ScriptedModel([calls, 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession(), { resultBudgetChars: 1_000 });
    const oneByOne = { toolCallConcurrency: 1 };
    await generateText({ model, tools, prepareStep, stopWhen, prompt, ...oneByOne });
    expect(model.read[1]?.map(lengthOf)).toEqual([500, 500]);
  });

  it('stay within the budget of a step that is streamed (E-4)', async () => {
    const calls = [call('repeat', { count: 900 }), call('repeat', { count: 900 })];
    const model = new ScriptedModel([calls, 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession(), { resultBudgetChars: 1_000 });
    const streamed = streamText({ model, tools, prepareStep, stopWhen, prompt });
    expect(await streamed.text).toBe('done');
    expect(model.read[1]?.map(lengthOf)).toEqual([500, 500]);
  });

  it('hand images over as images, those of an error too (E-4b)', async () => {
    const model = new ScriptedModel([[call('draw'), call('break_drawing')], 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession());
    await generateText({ model, tools, prepareStep, stopWhen, prompt });
    const image = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PIXEL } };
    expect(model.read[1]).toMatchObject([
      { type: 'content', value: [{ type: 'text', text: 'a dot' }, image] },
      { type: 'content', value: [{ text: expect.stringMatching(/^execution_failed/) }, image] },
    ]);
  });

  it('tell the model what was refused or failed, with a code and what to do next', async () => {
    const asked = [call('repeat', { count: 'three' }), call('fail')];
    const model = new ScriptedModel([asked, 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession());
    const { steps } = await generateText({ model, tools, prepareStep, stopWhen, prompt });
    expect(model.read[1]).toMatchObject([
      { type: 'error-text', value: expect.stringMatching(/^input_invalid: .*count.*\nHint: /) },
      { type: 'error-text', value: expect.stringMatching(/^execution_failed: .*out of paint/) },
    ]);
    const errors = steps[0]?.content.flatMap((part) =>
      part.type === 'tool-error' ? [part.error] : [],
    );
    expect(errors?.every((error) => error instanceof ToolCallError)).toBe(true);
    expect(errors).toMatchObject([{ status: 'refused', effects: 'none' }, { status: 'failed' }]);
  });

  it('end with the signal of the turn', async () => {
    const model = new ScriptedModel([[call('hang')], 'done']);
    const { tools, prepareStep } = await aiSdkTools(openSession());
    const controller = new AbortController();
    const finished = Promise.withResolvers<string>();
    using _ = host.on('callStarted', ({ toolName }) => toolName === 'hang' && controller.abort());
    using __ = host.on('callFinished', ({ outcome }) => finished.resolve(outcome.status));
    const { signal: abortSignal } = controller;
    await generateText({ model, tools, prepareStep, stopWhen, prompt, abortSignal }).catch(
      () => undefined,
    );
    expect(await finished.promise).toBe('failed');
  });
});

describe('tools that a model loads in mid-turn', () => {
  const script = () =>
    new ScriptedModel([[call('load_tools', { toolkit: 'more' })], [call('extra')], 'done']);

  it('are there in the next step, and run (M-3)', async () => {
    const model = script();
    const { tools, prepareStep } = await aiSdkTools(openSession());
    await generateText({ model, tools, prepareStep, stopWhen, prompt });
    expect(model.offered[0]).not.toContain('extra');
    expect(model.offered[1]).toContain('extra');
    expect(model.read[2]?.at(-1)).toEqual({ type: 'text', value: 'extra ran' });
  });

  it('are there in the next step of a stream (M-3)', async () => {
    const model = script();
    const { tools, prepareStep } = await aiSdkTools(openSession());
    await streamText({ model, tools, prepareStep, stopWhen, prompt }).text;
    expect(model.read[2]?.at(-1)).toEqual({ type: 'text', value: 'extra ran' });
  });

  it('go again when it unloads them', async () => {
    const toolkit = { toolkit: 'more' };
    const script = [[call('load_tools', toolkit)], [call('unload_tools', toolkit)], 'done'];
    const model = new ScriptedModel(script);
    const { tools, prepareStep } = await aiSdkTools(openSession());
    await generateText({ model, tools, prepareStep, stopWhen, prompt });
    expect(model.offered.map((names) => names.includes('extra'))).toEqual([false, true, false]);
  });

  it('stay for the next turn of an agent of the SDK', async () => {
    const first = script();
    const { tools, prepareStep } = await aiSdkTools(openSession());
    await new ToolLoopAgent({ model: first, tools, prepareStep }).generate({ prompt });
    const second = new ScriptedModel([[call('extra')], 'done']);
    await new ToolLoopAgent({ model: second, tools, prepareStep }).generate({ prompt });
    expect(second.offered[0]).toContain('extra');
    expect(second.read[1]).toEqual([{ type: 'text', value: 'extra ran' }]);
  });

  it('wait for the next turn where the host lets none go on (M-3)', async () => {
    await using strict = await openPaintHost();
    const model = new ScriptedModel([[call('load_tools', { toolkit: 'more' })], 'done']);
    const session = strict.agent('main').session('strict');
    const turn = await aiSdkTools(session);
    await generateText({ model, ...turn, stopWhen, prompt });
    expect(model.offered[1]).not.toContain('extra');
    expect(Object.keys((await aiSdkTools(session)).tools)).toContain('extra');
  });
});

function lengthOf(output: { readonly value?: unknown }): number {
  return String(output.value).length;
}
