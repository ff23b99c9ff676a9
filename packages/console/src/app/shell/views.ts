import type { ComponentType } from 'preact';
import type { Role } from '../data/answers.ts';
import type { IconName } from '../design/icon.tsx';

/** One entry of the navigation, and what shows it. */
export interface View {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly group: 'Access' | 'Code' | 'Work' | 'Host';
  /** Behind `g` on the keyboard. */
  readonly key: string;
  /** Who may not is not shown the way. */
  readonly role?: Role;
  /** Tells of the host as a whole; not for those who speak for some agents. */
  readonly isForAll?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** Loaded when they are first shown. */
export const VIEWS: readonly View[] = [
  {
    ...{ id: 'agents', label: 'Agents', icon: 'agents', group: 'Access', key: 'a' },
    load: async () => (await import('../views/agents/agents-view.tsx')).AgentsView,
  },
  {
    ...{ id: 'matrix', label: 'Matrix', icon: 'matrix', group: 'Access', key: 'm' },
    load: async () => (await import('../views/matrix/matrix-view.tsx')).MatrixView,
  },
  {
    ...{ id: 'what-if', label: 'What if', icon: 'whatIf', group: 'Access', key: 'w' },
    role: 'operate',
    isForAll: true,
    load: async () => (await import('../views/what-if/what-if-view.tsx')).WhatIfView,
  },
  {
    ...{ id: 'extensions', label: 'Extensions', icon: 'extensions', group: 'Code', key: 'e' },
    isForAll: true,
    load: async () => (await import('../views/extensions/extensions-view.tsx')).ExtensionsView,
  },
  {
    ...{ id: 'servers', label: 'MCP servers', icon: 'servers', group: 'Code', key: 's' },
    isForAll: true,
    load: async () => (await import('../views/servers/servers-view.tsx')).ServersView,
  },
  {
    ...{ id: 'approvals', label: 'Approvals', icon: 'approvals', group: 'Work', key: 'p' },
    role: 'approve',
    load: async () => (await import('../views/approvals/approvals-view.tsx')).ApprovalsView,
  },
  {
    ...{ id: 'calls', label: 'Calls', icon: 'calls', group: 'Work', key: 'c' },
    load: async () => (await import('../views/calls/calls-view.tsx')).CallsView,
  },
  {
    ...{ id: 'audit', label: 'Audit', icon: 'audit', group: 'Work', key: 'u' },
    isForAll: true,
    load: async () => (await import('../views/audit/audit-view.tsx')).AuditView,
  },
  {
    ...{ id: 'tokens', label: 'Tokens and users', icon: 'tokens', group: 'Host', key: 't' },
    role: 'operate',
    isForAll: true,
    load: async () => (await import('../views/tokens/tokens-view.tsx')).TokensView,
  },
  {
    ...{ id: 'runners', label: 'Runners and jail', icon: 'runners', group: 'Host', key: 'r' },
    isForAll: true,
    load: async () => (await import('../views/runners/runners-view.tsx')).RunnersView,
  },
  {
    ...{ id: 'costs', label: 'Cost in tokens', icon: 'cost', group: 'Access', key: 'o' },
    load: async () => (await import('../views/costs/costs-view.tsx')).CostsView,
  },
];

/** Shown by address, without an entry in the navigation. */
export const HIDDEN_VIEWS: Readonly<Record<string, View['load']>> = {
  call: async () => (await import('../views/call/call-view.tsx')).CallView,
  health: async () => (await import('../views/health/health-view.tsx')).HealthView,
};
