import type { Requirement, RequirementSection } from './requirement.ts';
import { COMPONENT_INTEGRITY } from './sections/component-integrity.ts';
import { COMPONENT_ISOLATION } from './sections/component-isolation.ts';

/**
 * Sections of OWASP AISVS 1.0, chapters C9 (34 requirements) and C10 (23), in its order: the one source of
 * `docs/aisvs.md` and of the tables in other documents.
 */
export const AISVS_SECTIONS = {
  'C9.3': COMPONENT_ISOLATION,
  'C10.1': COMPONENT_INTEGRITY,
} as const satisfies Readonly<Record<`C${number}`, RequirementSection>>;
export type AisvsSection = keyof typeof AISVS_SECTIONS;

/** Every requirement by its number. */
export const AISVS_REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map(
  Object.values(AISVS_SECTIONS).flatMap(({ requirements }) =>
    Object.entries<Requirement>(requirements),
  ),
);
