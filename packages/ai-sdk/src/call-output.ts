import {
  type ContentPart,
  contentForModel,
  type JsonValue,
  type OutcomeCode,
  type SessionProblem,
  type SessionResult,
} from '@mortise/host';

/** What a tool's `execute` gives to the AI SDK, in the shape that its MCP tools give, too. Plain JSON. */
export interface AiSdkOutput {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: JsonValue;
  /** There for an error with parts that are not text: thrown, they would be lost. */
  readonly isError?: true;
}

/** A refused or failed call, thrown for the AI SDK to show as `tool-error`; the model reads its message. */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError';
  readonly code: OutcomeCode;
  /** `refused` promises that tool code never ran. */
  readonly status: SessionProblem['status'];
  readonly effects: SessionProblem['effects'];
  readonly hint: string;

  constructor({ code, status, effects, hint }: SessionProblem, message: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.effects = effects;
    this.hint = hint;
  }

  /** What the SDK shows to the model. */
  override toString(): string {
    return this.message;
  }
}

/** Throws for a problem, unless media came with it. */
export function toOutput(result: SessionResult): AiSdkOutput {
  const content = contentForModel(result);
  const { structured } = result;
  const facts = structured === undefined ? {} : { structuredContent: structured };
  if (result.ok) return { content, ...facts };
  const [first, ...others] = content;
  if (first?.type === 'text' && others.length === 0) throw new ToolCallError(result, first.text);
  return { content, isError: true, ...facts };
}
