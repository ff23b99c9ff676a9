import type { PolicyCase } from './policy-case.ts';

/** A few tools of every origin, for tables of permission. */
export const PERMISSION_TOOLS: PolicyCase['tools'] = [
  'exec',
  'git',
  { name: 'read', aliases: ['cat'] },
  { name: 'wf', plugin: 'workflow', optional: true },
  { name: 'wf_list', plugin: 'workflow' },
  { name: 'notes', plugin: 'notes' },
  { name: 'mcp__gh__pr', server: 'gh' },
];

export const ALL_BUT_OPTIONAL = ['exec', 'git', 'read', 'wf_list', 'notes', 'mcp__gh__pr'];

/** A case of a table. */
export interface CaseRow extends Partial<PolicyCase> {
  readonly when: string;
}
