import type { JsonSchema } from '@mortise/contracts';
import type { SessionHandle } from './session-handle.ts';

/** The two things the AI SDK must give us; passed in, so that a host does not depend on it. */
export interface AiSdkParts<Schema> {
  /** `jsonSchema` of the package `ai`. */
  readonly jsonSchema: (schema: JsonSchema) => Schema;
}

/** One tool in the shape of the AI SDK's tool sets. */
export interface AiSdkTool<Schema> {
  readonly description: string;
  readonly inputSchema: Schema;
  execute(
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ): Promise<string>;
}

/**
 * The tools of a session's current request for the AI SDK. Arguments are checked here, not by the
 * SDK, and a refused or failed call throws, which the SDK passes on to the model as an error.
 */
export async function aiSdkTools<Schema>(
  session: SessionHandle,
  { jsonSchema }: AiSdkParts<Schema>,
): Promise<Record<string, AiSdkTool<Schema>>> {
  const definitions = await session.definitions();
  const tools = definitions.map(({ name, description, parameters }) => {
    const tool: AiSdkTool<Schema> = {
      description,
      inputSchema: jsonSchema(parameters),
      async execute(input, { toolCallId, abortSignal }) {
        const call = { id: toolCallId, name, args: input };
        const [result] = await session.execute([call], abortSignal && { signal: abortSignal });
        if (result?.ok === true) return result.text;
        throw new Error(result === undefined ? 'no answer' : `${result.code}: ${result.message}`);
      },
    };
    return [name, tool] as const;
  });
  return Object.fromEntries(tools);
}
