import type { JsonValue } from './json.ts';

/**
 * What stands behind a call and can be asked while it runs: the user of a client, and its model. An MCP client brings
 * what it has declared, an embedder what it gives. What is absent cannot be asked.
 */
export interface CallClient {
  /** Puts a form to the user. Rejects if that fails; ends early when the signal aborts. */
  elicit?(question: UserQuestion, signal: AbortSignal): Promise<UserAnswer>;
  /** Has the model write. Rejects if that fails; ends early when the signal aborts. */
  sample?(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

/** Who asks, from the records of the host. */
export interface QuestionOrigin {
  /** Empty for a tool of an MCP server. */
  readonly extensionId: string;
  /** The MCP server whose tool asks. */
  readonly server?: string;
  readonly toolName: string;
  readonly callId: string;
  readonly agentId: string;
  readonly userId?: string;
}

/** A form for a person. Its texts hide nothing and name who asks. */
export interface UserQuestion {
  readonly origin: QuestionOrigin;
  /** Tells the questions of one call apart. */
  readonly key: string;
  readonly message: string;
  readonly schema: FormSchema;
}

export const USER_ACTIONS = ['accept', 'decline', 'cancel'] as const;

/** What the user did; `content` is there if the form was sent. It is checked against the form by the host. */
export interface UserAnswer {
  readonly action: (typeof USER_ACTIONS)[number];
  readonly content?: JsonValue;
}

/** What a form may ask for: one flat object, as MCP has it. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: FormField };
  readonly required?: readonly string[];
}

/** One field: a text, a number, yes or no, or a choice of texts. */
export interface FormField {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly [keyword: string]: JsonValue;
}

/** What the model of a client is asked to write. */
export interface ModelRequest {
  readonly origin: QuestionOrigin;
  readonly key: string;
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** What the model wrote. */
export interface ModelAnswer {
  readonly text: string;
  /** As the client calls it. */
  readonly model: string;
  readonly stopReason?: string;
}
