import type { Requirement } from '../../docs/aisvs/requirement.ts';
import {
  AISVS_REQUIREMENTS,
  AISVS_SECTIONS,
  type AisvsSection,
} from '../../docs/aisvs/requirements.ts';

const HEADING = `# OWASP AISVS 1.0: C9 and C10

Made from \`docs/aisvs\` by \`pnpm docs:aisvs\`. The requirements of chapters C9 (orchestration and agents)
and C10 (MCP) of the OWASP AI Security Verification Standard 1.0, in our own words with the numbers of the
standard: how each is met and the tests that hold it, or why it is not. What is promised beyond them is in
[the guarantees](guarantees.md).`;

/** The page of all requirements, made from the one table. */
export function aisvsPage(): string {
  const sections = Object.entries(AISVS_SECTIONS).map(
    ([section, { title }]) =>
      `## ${section}: ${title}\n\n${aisvsTable(section as AisvsSection, (file) => `../${file}`)}`,
  );
  return `${HEADING}\n\n${tally()}\n\n${sections.join('\n\n')}\n`;
}

/** The rows of one section. `linkTo` turns the path of a test into a link from the page that shows it. */
export function aisvsTable(section: AisvsSection, linkTo: (file: string) => string): string {
  const rows = Object.entries<Requirement>(AISVS_SECTIONS[section].requirements).map(
    ([number, requirement]) => {
      const { level, asks, status, how } = requirement;
      const missing = status === 'partly' ? ` _Not:_ ${requirement.missing}` : '';
      return `| ${number} | ${level} | ${asks} | **${status}** | ${how}${missing} | ${testsOf(requirement, linkTo)} |`;
    },
  );
  const head = '| number | level | what is asked | | how, or why not | tests |';
  return [head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function testsOf(requirement: Requirement, linkTo: (file: string) => string): string {
  if (!('tests' in requirement)) return '';
  return requirement.tests.map((file) => `[\`${file}\`](${linkTo(file)})`).join(', ');
}

function tally(): string {
  const counts = new Map<string, number>();
  for (const { status } of AISVS_REQUIREMENTS.values())
    counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  return `Of ${AISVS_REQUIREMENTS.size} requirements: ${parts.join(', ')}.`;
}
