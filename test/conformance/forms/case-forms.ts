import type { CaseForm } from '../case-form.ts';
import { loadoutBuilderForm, loadoutImmutabilityForm } from './loadout-builder-form.ts';
import { loadoutCountForm } from './loadout-count-form.ts';
import { loadoutPatternForm } from './loadout-pattern-form.ts';
import { loadoutResolveForm } from './loadout-resolve-form.ts';
import { loadoutYamlForm } from './loadout-yaml-form.ts';
import { subagentForm } from './subagent-form.ts';

/** Every form the runner knows; the first that accepts a case runs it. */
export const CASE_FORMS: readonly CaseForm[] = [
  loadoutResolveForm,
  loadoutYamlForm,
  loadoutPatternForm,
  loadoutBuilderForm,
  loadoutImmutabilityForm,
  loadoutCountForm,
  subagentForm,
];
