import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';

/** A call that a scripted model makes. */
export interface ScriptedCall {
  readonly toolName: string;
  readonly input: object;
}

/** One answer: calls, or the text that ends the turn. */
type Answer = readonly ScriptedCall[] | string;

type CallOptions = Parameters<MockLanguageModelV4['doGenerate']>[0];
type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'][number];
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;
type ToolOutput = { readonly type: string; readonly value?: unknown };

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The SDK's mock model, which answers by a script and keeps what it was offered and what it read. */
export class ScriptedModel extends MockLanguageModelV4 {
  /** The names of the tools that each request offered. */
  readonly offered: string[][] = [];
  /** The outputs of tools that each request had. */
  readonly read: ToolOutput[][] = [];

  constructor(script: readonly Answer[]) {
    const answer = (options: CallOptions) => {
      this.offered.push((options.tools ?? []).map(({ name }) => name));
      this.read.push(outputsIn(options));
      return toContent(script[this.read.length - 1] ?? 'done', this.read.length);
    };
    super({
      doGenerate: async (options) => {
        const content = answer(options);
        return { content, finishReason: finishOf(content), usage: USAGE, warnings: [] };
      },
      doStream: async (options) => {
        const content = answer(options);
        return { stream: convertArrayToReadableStream(toStream(content)) };
      },
    });
  }
}

function outputsIn({ prompt }: CallOptions): ToolOutput[] {
  return prompt.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
      : [],
  );
}

function toContent(answer: Answer, step: number): Content[] {
  if (typeof answer === 'string') return [{ type: 'text', text: answer }];
  return answer.map(({ toolName, input }, index) => ({
    type: 'tool-call',
    toolCallId: `call-${step}-${index}`,
    toolName,
    input: JSON.stringify(input),
  }));
}

function toStream(content: readonly Content[]): StreamPart[] {
  const finish: StreamPart = { type: 'finish', finishReason: finishOf(content), usage: USAGE };
  return [{ type: 'stream-start', warnings: [] }, ...content.flatMap(toParts), finish];
}

function toParts(part: Content): StreamPart[] {
  if (part.type === 'tool-call') return [part];
  if (part.type !== 'text') return [];
  const { text: delta } = part;
  return [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta },
    { type: 'text-end', id: '1' },
  ];
}

function finishOf(content: readonly Content[]) {
  const isCalling = content.some(({ type }) => type === 'tool-call');
  return { unified: isCalling ? 'tool-calls' : 'stop', raw: undefined } as const;
}
