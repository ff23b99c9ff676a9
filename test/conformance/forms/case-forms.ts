import type { CaseForm } from '../case-form.ts';
import { accessForm } from './access-form.ts';
import { activeLoadoutForm } from './active-loadout-form.ts';
import { loadoutBuilderForm, loadoutImmutabilityForm } from './loadout-builder-form.ts';
import { loadoutCountForm } from './loadout-count-form.ts';
import { loadoutPatternForm } from './loadout-pattern-form.ts';
import { loadoutResolveForm } from './loadout-resolve-form.ts';
import { loadoutYamlForm } from './loadout-yaml-form.ts';
import { replySchemaForm } from './reply-schema-form.ts';
import { scenarioForm } from './scenario-form.ts';
import { subagentForm } from './subagent-form.ts';
import { toolkitErrorsForm } from './toolkit-errors-form.ts';
import { toolkitOperationsForm } from './toolkit-operations-form.ts';
import { unifiedForm } from './unified-form.ts';

/** Every form the runner knows; the first that accepts a case runs it. */
export const CASE_FORMS: readonly CaseForm[] = [
  accessForm,
  unifiedForm,
  toolkitErrorsForm,
  toolkitOperationsForm,
  scenarioForm,
  replySchemaForm,
  loadoutResolveForm,
  loadoutYamlForm,
  loadoutPatternForm,
  loadoutBuilderForm,
  loadoutImmutabilityForm,
  loadoutCountForm,
  subagentForm,
  activeLoadoutForm,
];
