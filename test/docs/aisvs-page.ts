import type { Requirement } from '../../docs/aisvs/requirement.ts';
import {
  AISVS_REQUIREMENTS,
  AISVS_SECTIONS,
  type AisvsSection,
} from '../../docs/aisvs/requirements.ts';
import { markdownTable } from './markdown-table.ts';

const HEADING = `# OWASP AISVS 1.0: C9 and C10

Made from \`docs/aisvs\` by \`pnpm docs:aisvs\`. The requirements of chapters C9 (orchestration and agents)
and C10 (MCP) of the OWASP AI Security Verification Standard 1.0, in our own words with the numbers of the
standard: how each is met and the tests that hold it, or why it is not. What is promised beyond them is in
[the guarantees](guarantees.md).`;

/** The page of all requirements, made from the one table. */
export function aisvsPage(): string {
  const sections = Object.entries(AISVS_SECTIONS).map(
    ([section, { title }]) => `## ${section}: ${title}\n\n${aisvsTable(section as AisvsSection)}`,
  );
  return `${HEADING}\n\n${tally()}\n\n${sections.join('\n\n')}\n`;
}

/** The rows of one section. */
export function aisvsTable(section: AisvsSection): string {
  const rows = Object.entries<Requirement>(AISVS_SECTIONS[section].requirements);
  return markdownTable(
    ['number', 'level', 'what is asked', 'status', 'how, or why not', 'held by'],
    rows.map(([number, requirement]) => rowOf(number, requirement)),
  );
}

function rowOf(number: string, requirement: Requirement): readonly string[] {
  const { level, asks, status, how } = requirement;
  const missing = status === 'partly' ? ` _Not:_ ${requirement.missing}` : '';
  const tests = 'tests' in requirement ? requirement.tests.map((file) => `\`${file}\``) : [];
  return [number, `${level}`, asks, status, how + missing, tests.join(', ')];
}

function tally(): string {
  const counts = new Map<string, number>();
  for (const { status } of AISVS_REQUIREMENTS.values())
    counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  return `Of ${AISVS_REQUIREMENTS.size} requirements: ${parts.join(', ')}.`;
}
