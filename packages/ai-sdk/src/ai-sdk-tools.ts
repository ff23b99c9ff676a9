import {
  CallBatcher,
  type CallBatcherOptions,
  type SessionHandle,
  type ToolEntry,
  type ToolSurface,
} from '@mortise/host';
import { dynamicTool, jsonSchema, type PrepareStepFunction, type Tool, type ToolSet } from 'ai';
import { toOutput } from './call-output.ts';
import { toModelOutput } from './model-output.ts';

/** What holds for all calls of one turn: the budget of a step's results, progress, attachments. */
export interface AiSdkOptions extends Omit<CallBatcherOptions, 'surface'> {}

/** What `generateText`, `streamText` and agents of the AI SDK take. */
export interface AiSdkTools {
  /** The tools of the session's request. `prepareStep` puts those in that a step newly has. */
  readonly tools: ToolSet;
  /**
   * Begins a request of the session with every turn, and takes up after each step what the model has
   * loaded or unloaded in it, as often as `continuations` of the host allows.
   */
  readonly prepareStep: PrepareStepFunction<ToolSet>;
}

/**
 * The tools of a session for the AI SDK; begins a request of the session. Calls of one step share one
 * budget, arguments are checked by the host, and a call that was refused or failed throws a
 * `ToolCallError`, which the SDK passes on to the model. Use one for each turn that runs at the same time.
 */
export async function aiSdkTools(
  session: SessionHandle,
  options: AiSdkOptions = {},
): Promise<AiSdkTools> {
  const turn = new Turn(session, options);
  await turn.begin();
  return { tools: turn.tools, prepareStep: ({ stepNumber }) => turn.prepareStep(stepNumber) };
}

/** One turn of a conversation: its surface, and the tools that stand for it. */
class Turn {
  /** One object from the first step to the last: the SDK looks tools up in it anew with every step. */
  readonly tools: ToolSet = {};
  readonly #session: SessionHandle;
  readonly #batcher: CallBatcher;
  #surface: ToolSurface | undefined;
  #isFresh = false;

  constructor(session: SessionHandle, options: AiSdkOptions) {
    this.#session = session;
    this.#batcher = new CallBatcher(session, { ...options, surface: () => this.#surface });
  }

  async begin(): Promise<void> {
    this.#enter(await this.#session.beginRequest());
    this.#isFresh = true;
  }

  async prepareStep(stepNumber: number): Promise<{ activeTools: string[] }> {
    if (stepNumber > 0) await this.#goOn();
    // An agent that is used again begins its next turn here.
    else if (!this.#isFresh) await this.begin();
    this.#isFresh = false;
    return { activeTools: Object.keys(this.tools) };
  }

  async #goOn(): Promise<void> {
    if (await this.#session.continueTurn()) this.#enter(await this.#session.surface());
  }

  #enter(surface: ToolSurface): void {
    this.#surface = surface;
    for (const name of Object.keys(this.tools)) delete this.tools[name];
    for (const entry of surface.active) this.tools[entry.name] = this.#toTool(entry);
  }

  #toTool({ name, description, schema }: ToolEntry): Tool {
    return dynamicTool({
      description,
      inputSchema: jsonSchema(schema),
      onInputAvailable: ({ toolCallId, messages }) => this.#batcher.announce(messages, toolCallId),
      execute: async (input, { toolCallId, messages, abortSignal }) => {
        const call = { id: toolCallId, name, args: input };
        return toOutput(await this.#batcher.run(call, { signal: abortSignal, step: messages }));
      },
      toModelOutput: ({ output }) => toModelOutput(output),
    });
  }
}
