import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../../docs/contract/rule.ts';
import { RULES, SECTIONS } from '../../docs/contract/rules.ts';

const TEMPLATE = join(import.meta.dirname, '../../docs/contract/contract.template.md');

/** The page of the contract, made from its template and the one table of rules. */
export function contractPage(): string {
  const parts = new Map([['index', ruleIndex()]]);
  for (const [name, rules] of Object.entries(SECTIONS)) parts.set(name, sectionText(rules));
  return fillIn(readFileSync(TEMPLATE, 'utf8'), parts);
}

/** Puts every part in its place; a part without a place, or a place without a part, throws. */
export function fillIn(template: string, parts: ReadonlyMap<string, string>): string {
  const unused = new Set(parts.keys());
  const text = template.replaceAll(/^\{\{(.*)\}\}$/gm, (_place, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`The template has a place for "${name}".`);
    unused.delete(name);
    return part;
  });
  if (unused.size > 0) throw new Error(`The template has no place for ${[...unused].join(', ')}.`);
  return text;
}

function ruleIndex(): string {
  return [...RULES]
    .map(([id, { title, status }]) => `- [${id}](#${id.toLowerCase()}) ${title} (${status})`)
    .join('\n');
}

function sectionText(rules: Readonly<Record<string, Rule>>): string {
  return Object.entries(rules)
    .map(([id, rule]) => ruleText(id, rule))
    .join('\n\n');
}

function ruleText(id: string, rule: Rule): string {
  const statements = rule.says.map((statement) => `- ${statement}`);
  const missing = rule.status === 'partly' ? [`- _Not yet:_ ${rule.missing}`] : [];
  const heading = `### ${id}\n\n**${rule.title}** · ${rule.from} · ${rule.status}`;
  return `${heading}\n\n${[...statements, ...missing].join('\n')}`;
}
