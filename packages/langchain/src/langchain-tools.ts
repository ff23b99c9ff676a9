import { randomUUID } from 'node:crypto';
import { ToolMessage } from '@langchain/core/messages';
import type {
  StructuredToolInterface,
  ToolRunnableConfig,
  ToolSchemaBase,
} from '@langchain/core/tools';
import { CallBatcher, type CallBatcherOptions, type SessionHandle } from '@mortise/host';
import { artifactOf } from './call-artifact.ts';
import { toMessageContent } from './message-content.ts';
import { UncheckedTool } from './unchecked-tool.ts';

/** What holds for all calls of these tools: the budget of results that begin together, progress, attachments. */
export interface LangChainOptions extends Omit<CallBatcherOptions, 'surface'> {}

/**
 * The tools of the session's current request, for `bindTools` of a chat model, a `ToolNode` or an agent.
 * Calls that begin together share one budget. They answer with a `ToolMessage`; what was refused or
 * failed has the status `error` and tells the model why, and never throws.
 */
export async function langChainTools(
  session: SessionHandle,
  options: LangChainOptions = {},
): Promise<StructuredToolInterface<ToolSchemaBase, unknown, ToolMessage>[]> {
  const surface = await session.surface();
  const batcher = new CallBatcher(session, { ...options, surface: () => surface });
  return surface.active.map(({ name, description, schema }) => {
    const func = (args: unknown, _manager: unknown, config?: ToolRunnableConfig) =>
      runCall(batcher, { name, args }, config);
    return new UncheckedTool({ name, description, schema, func });
  });
}

async function runCall(
  batcher: CallBatcher,
  { name, args }: { readonly name: string; readonly args: unknown },
  config: ToolRunnableConfig | undefined,
): Promise<ToolMessage> {
  const id = config?.toolCall?.id ?? randomUUID();
  const result = await batcher.run({ id, name, args }, { signal: config?.signal });
  return new ToolMessage({
    name,
    tool_call_id: id,
    status: result.ok ? 'success' : 'error',
    content: toMessageContent(result),
    artifact: artifactOf(result),
  });
}
