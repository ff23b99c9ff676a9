import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { FakeStreamingChatModel } from '@langchain/core/utils/testing';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import type { Host } from '@mortise/host';
import { langChainTools } from '@mortise/langchain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaintHost, PIXEL } from './paint-host.ts';

let host: Host;
beforeAll(async () => {
  host = await openPaintHost({ continuations: 4 });
});
afterAll(() => host.close());

let sessions = 0;
const openSession = () => host.agent('main').session(`langchain-${++sessions}`);

const asking = (...calls: readonly (readonly [string, object])[]) =>
  new AIMessage({
    content: '',
    tool_calls: calls.map(([name, args], index) => ({
      ...{ type: 'tool_call', id: `${name}-${index}`, name },
      args: { ...args },
    })),
  });

/** What the tools answered to one message, through LangGraph's own node. */
async function answersTo(message: AIMessage, resultBudgetChars = 10_000): Promise<ToolMessage[]> {
  const tools = await langChainTools(openSession(), { resultBudgetChars });
  const { messages } = await new ToolNode(tools).invoke({ messages: [message] });
  return (messages as BaseMessage[]).filter((each) => each instanceof ToolMessage);
}

describe('the tools of a session in LangChain', () => {
  it('run in a tool node and answer with messages', async () => {
    const answers = await answersTo(asking(['repeat', { count: 2 }], ['count', {}]));
    expect(answers).toMatchObject([
      { tool_call_id: 'repeat-0', name: 'repeat', content: 'xx', status: 'success' },
      { tool_call_id: 'count-1', content: '{"dots":1}', artifact: { structured: { dots: 1 } } },
    ]);
  });

  it('share one budget among the calls of a message (E-4)', async () => {
    const asked = asking(['repeat', { count: 900 }], ['repeat', { count: 900 }]);
    const answers = await answersTo(asked, 1_000);
    expect(answers.map(({ content }) => content.length)).toEqual([500, 500]);
  });

  it('keep images (E-4b)', async () => {
    const [answer] = await answersTo(asking(['draw', {}]));
    expect(answer?.content).toEqual([
      { type: 'text', text: 'a dot' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
    ]);
  });

  it('tell the model what was refused or failed, and do not throw', async () => {
    const answers = await answersTo(asking(['repeat', { count: 'three' }], ['fail', {}]));
    expect(answers).toMatchObject([
      {
        status: 'error',
        content: expect.stringMatching(/^input_invalid: \/count: must be integer/),
      },
      { status: 'error', content: expect.stringMatching(/out of paint/) },
    ]);
    expect(answers[0]?.artifact).toEqual({ code: 'input_invalid', effects: 'none' });
  });

  it('have no pattern of an extension run in this process (S-5)', async () => {
    const word = `${'a'.repeat(40)}!`;
    const [answer] = await answersTo(asking(['match', { word }]));
    expect(answer).toMatchObject({ status: 'error' });
  });

  it('serve an agent that loops over a fake model', async () => {
    const tools = await langChainTools(openSession());
    const llm = new ScriptedChatModel([asking(['repeat', { count: 3 }]), new AIMessage('done')]);
    const { messages } = await createReactAgent({ llm, tools }).invoke({
      messages: [{ role: 'user', content: 'Go on.' }],
    });
    expect(messages.map(({ content }) => content)).toEqual(['Go on.', '', 'xxx', 'done']);
  });

  it('are there after a load for a node that asks for them anew (M-3)', async () => {
    const session = openSession();
    const script = [
      asking(['load_tools', { toolkit: 'more' }]),
      asking(['extra', {}]),
      new AIMessage('done'),
    ];
    let step = 0;
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('model', () => ({ messages: [script[step++]] as BaseMessage[] }))
      .addNode('tools', async (state) => {
        await session.continueTurn();
        return new ToolNode(await langChainTools(session)).invoke(state);
      })
      .addEdge('__start__', 'model')
      .addConditionalEdges('model', ({ messages }) => {
        const last = messages.at(-1);
        return last instanceof AIMessage && last.tool_calls?.length ? 'tools' : '__end__';
      })
      .addEdge('tools', 'model')
      .compile();
    const { messages } = await graph.invoke({ messages: [] });
    expect(messages.map(({ content }) => content)).toContain('extra ran');
  });
});

/** LangChain's fake model with one answer after the other, as it takes only one by itself. */
class ScriptedChatModel extends FakeStreamingChatModel {
  readonly #script: AIMessage[];

  constructor(script: readonly AIMessage[]) {
    super({});
    this.#script = [...script];
  }

  override async _generate() {
    const message = this.#script.shift() ?? new AIMessage('done');
    return { generations: [{ message, text: '' }] };
  }

  override bindTools(): this {
    return this;
  }
}
