import type { Rule } from './rule.ts';
import { CALLERS_AND_APPROVALS } from './sections/callers-and-approvals.ts';
import { DYNAMIC_TOOLKITS } from './sections/dynamic-toolkits.ts';
import { EXTENSIONS_AND_ACCESS } from './sections/extensions-and-access.ts';
import { LISTS_AND_NAMES } from './sections/lists-and-names.ts';
import { LOADOUTS } from './sections/loadouts.ts';
import { MANY_MACHINES } from './sections/many-machines.ts';
import { MANY_TOOLS } from './sections/many-tools.ts';
import { PERMISSION_AND_EXPOSURE } from './sections/permission-and-exposure.ts';
import { REGISTRY_AND_EXECUTION } from './sections/registry-and-execution.ts';
import { SANDBOX } from './sections/sandbox.ts';

/** The sections of the contract, by their place in `contract.template.md`, in the order of the page. */
export const SECTIONS = {
  'permission-and-exposure': PERMISSION_AND_EXPOSURE,
  'lists-and-names': LISTS_AND_NAMES,
  'registry-and-execution': REGISTRY_AND_EXECUTION,
  'extensions-and-access': EXTENSIONS_AND_ACCESS,
  'dynamic-toolkits': DYNAMIC_TOOLKITS,
  loadouts: LOADOUTS,
  sandbox: SANDBOX,
  'callers-and-approvals': CALLERS_AND_APPROVALS,
  'many-tools': MANY_TOOLS,
  'many-machines': MANY_MACHINES,
} as const;

/** Every rule of the contract by its id, in the order of the page. */
export const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.values(SECTIONS).flatMap((section) => Object.entries<Rule>(section)),
);
