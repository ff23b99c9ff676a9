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
    ...{ id: 'approvals', label: 'Approvals', icon: 'approvals', group: 'Work', key: 'p' },
    role: 'approve',
    load: async () => (await import('../views/approvals/approvals-view.tsx')).ApprovalsView,
  },
  {
    ...{ id: 'calls', label: 'Calls', icon: 'calls', group: 'Work', key: 'c' },
    load: async () => (await import('../views/calls/calls-view.tsx')).CallsView,
  },
];

/** Shown by address, without an entry in the navigation. */
export const HIDDEN_VIEWS: Readonly<Record<string, View['load']>> = {
  call: async () => (await import('../views/call/call-view.tsx')).CallView,
  health: async () => (await import('../views/health/health-view.tsx')).HealthView,
};
