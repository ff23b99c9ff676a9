import type { Requirement, RequirementSection } from './requirement.ts';
import { ACTION_APPROVAL } from './sections/action-approval.ts';
import { AGENT_AUTHORIZATION } from './sections/agent-authorization.ts';
import { AGENT_IDENTITY } from './sections/agent-identity.ts';
import { BUDGETS } from './sections/budgets.ts';
import { COMPONENT_INTEGRITY } from './sections/component-integrity.ts';
import { COMPONENT_ISOLATION } from './sections/component-isolation.ts';
import { MCP_AUTHORIZATION } from './sections/mcp-authorization.ts';
import { MCP_MESSAGES } from './sections/mcp-messages.ts';
import { MCP_TRANSPORT } from './sections/mcp-transport.ts';
import { SHUTDOWN } from './sections/shutdown.ts';

/**
 * Sections of OWASP AISVS 1.0, chapters C9 (34 requirements) and C10 (23), in its order: the one source of
 * `docs/aisvs.md` and of the tables in other documents.
 */
export const AISVS_SECTIONS = {
  'C9.1': BUDGETS,
  'C9.2': ACTION_APPROVAL,
  'C9.3': COMPONENT_ISOLATION,
  'C9.4': AGENT_IDENTITY,
  'C9.5': AGENT_AUTHORIZATION,
  'C9.6': SHUTDOWN,
  'C10.1': COMPONENT_INTEGRITY,
  'C10.2': MCP_AUTHORIZATION,
  'C10.3': MCP_TRANSPORT,
  'C10.4': MCP_MESSAGES,
} as const satisfies Readonly<Record<`C${number}`, RequirementSection>>;
export type AisvsSection = keyof typeof AISVS_SECTIONS;

/** Every requirement by its number. */
export const AISVS_REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map(
  Object.values(AISVS_SECTIONS).flatMap(({ requirements }) =>
    Object.entries<Requirement>(requirements),
  ),
);
