import type { ClientKind } from './driven-client.ts';
import { aiSdk } from './drivers/ai-sdk.ts';
import { inspector } from './drivers/inspector.ts';
import { langchain } from './drivers/langchain.ts';
import { mastra } from './drivers/mastra.ts';
import { mcpRemote } from './drivers/mcp-remote.ts';
import { mcporter } from './drivers/mcporter.ts';
import { openaiAgents } from './drivers/openai-agents.ts';
import { sdkV1 } from './drivers/sdk-v1.ts';
import { sdkV2, sdkV2Older } from './drivers/sdk-v2.ts';

/** The rows of the matrix. */
export const CLIENT_KINDS: readonly ClientKind[] = [
  sdkV1,
  sdkV2Older,
  sdkV2,
  aiSdk,
  openaiAgents,
  mastra,
  langchain,
  mcporter,
  mcpRemote,
  inspector,
];
