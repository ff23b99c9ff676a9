import { LIMIT_NAMES, LIMITS, type Limit } from '@mortise/contracts';

const HEADING = `# Limits

Made from \`packages/contracts/src/limits.ts\` by \`pnpm docs:limits\`. Each limit has one value that all
parts read. It holds as listed unless it is set, and no configuration exceeds its ceiling: above it,
\`limit_too_high\` names the path and the ceiling. Bytes are counted as UTF-8, characters as UTF-16.

\`\`\`yaml
limits: # of the host and of every extension
  callMs: 60000
extensions:
  - source: ./reports
    limits: # its own, in place of those above
      argumentBytes: 4000000
\`\`\`

An embedder sets the same with \`limits\` of \`createHost\` and of an extension; where both set one for
all, the configuration's holds. A reload of the configuration applies to the host's own tools at once
and loads the extensions it names again with their new limits.`;

/** The page of all limits, made from the one table. */
export function limitsPage(): string {
  const sections = [
    ['Per extension or MCP server', 'extension'],
    ['Of the host', 'host'],
  ] as const;
  return `${[HEADING, ...sections.map(([title, of]) => section(title, of))].join('\n\n')}\n`;
}

function section(title: string, of: Limit['of']): string {
  const rows = LIMIT_NAMES.filter((name) => LIMITS[name].of === of).map((name) => {
    const { about, standard, ceiling } = LIMITS[name];
    return `- \`${name}\`: ${about} ${number(standard)}, ceiling ${number(ceiling)}.`;
  });
  return `## ${title}\n\n${rows.join('\n')}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
