import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AISVS_SECTIONS, type AisvsSection } from '../../docs/aisvs/requirements.ts';
import type { Layer } from '../../docs/guarantees/layer.ts';
import { LAYERS } from '../../docs/guarantees/layers.ts';
import { aisvsTable } from './aisvs-page.ts';
import { markdownTable } from './markdown-table.ts';

export const GUARANTEES = join(import.meta.dirname, '../../docs/guarantees.md');

/** The tables of the page, by the name of their place in it. */
const TABLES = {
  layers: () => LAYERS.map(layerText).join('\n\n'),
  aisvs: () => (['C9.3', 'C10.1'] as const).map(sectionText).join('\n\n'),
} as const;

/** The page with its tables as the data says. */
export function guaranteesPage(page = readFileSync(GUARANTEES, 'utf8')): string {
  let text = page;
  for (const [name, table] of Object.entries(TABLES)) {
    const begin = `<!-- ${name}: made by \`pnpm docs:guarantees\` -->`;
    const end = `<!-- end of ${name} -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`guarantees.md has no place for ${name}`);
    text = `${text.slice(0, from + begin.length)}\n\n${table()}\n\n${text.slice(to)}`;
  }
  return text;
}

function layerText({ title, about, promises }: Layer): string {
  const rows = promises.map(({ promise, against, not, tests }) => [
    ...[promise, against.join(', '), not ?? ''],
    tests.map((file) => `\`${file}\``).join(', '),
  ]);
  const table = markdownTable(['promised', 'against', 'not', 'held by'], rows);
  return `### ${title}\n\n${about}\n\n${table}`;
}

function sectionText(section: AisvsSection): string {
  return `### ${section}: ${AISVS_SECTIONS[section].title}\n\n${aisvsTable(section)}`;
}
