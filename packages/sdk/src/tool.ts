import type {
  ArgumentsOf,
  JsonValue,
  ParameterSchema,
  RequestedCapabilities,
  Success,
  ToolAnnotations,
} from '@mortise/contracts';
import type { ToolContext } from './tool-context.ts';

/** What a tool answers: these parts of its outcome. `isError` says that it did not do what was asked. */
export interface ToolAnswer extends Pick<Success, 'content' | 'structured' | 'costUsd'> {
  readonly isError?: boolean;
}

/** A tool of an extension. Its arguments have the type of its schema. */
export interface ExtensionTool<Parameters extends ParameterSchema = ParameterSchema> {
  readonly name: string;
  /** Written for a model: what it does, when to use it, what it answers. */
  readonly description: string;
  readonly parameters: Parameters;
  readonly outputSchema?: ParameterSchema;
  readonly category?: string;
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  /** Must be in the manifest too, and be granted by the operator. */
  readonly capabilities?: RequestedCapabilities;
  readonly annotations?: ToolAnnotations;
  /** A call whose process ended may be run again: doing it twice is as good as once. */
  readonly idempotent?: boolean;
  /** It keeps in memory what all callers share: it is not there for agents whose users have isolates of their own. */
  readonly sharedOnly?: boolean;
  execute(
    id: string,
    params: ArgumentsOf<Parameters>,
    ctx: ToolContext,
  ): ToolAnswer | Promise<ToolAnswer>;
}

/** Synchronous; sees the answer as one text and gives back a shorter one. */
export interface ToolReducer {
  readonly toolName: string;
  reduce(
    result: ReducedResult,
    context: { readonly args: unknown; readonly turnCount: number },
  ): ReducedResult;
}

export type ReducedResult =
  | { readonly ok: true; readonly value: string; readonly structured?: JsonValue }
  | {
      readonly ok: false;
      readonly error: string;
      readonly code: string;
      readonly structured?: JsonValue;
    };

/**
 * A tool with the types of its arguments taken from its schema, TypeBox or JSON Schema; a schema that
 * is declared elsewhere needs `as const`. Costs nothing in the bundle.
 */
export function defineTool<const Parameters extends ParameterSchema>(
  tool: ExtensionTool<Parameters>,
): ExtensionTool<Parameters> {
  return tool;
}

/** The usual answer: one text. */
export function text(value: string): ToolAnswer {
  return { content: [{ type: 'text', text: value }] };
}
