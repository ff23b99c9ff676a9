import { LIMIT_NAMES, LIMITS, type Limit, type LimitOwner } from '@mortise/contracts';

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
mcp_servers:
  tickets:
    url: https://tickets.example/mcp
    limits:
      resultBytes: 1000000
\`\`\`

An embedder sets the same with \`limits\` of \`createHost\` and of an extension; where both set one for
all, the configuration's holds. A reload of the configuration applies to the host's own tools with the
next request of a session and loads the extensions it names again with their new limits.`;

/** The page of all limits, made from the one table. */
export function limitsPage(): string {
  const rows = LIMIT_NAMES.map((name) => {
    const { about, standard, ceiling, per }: Limit = LIMITS[name];
    const owners =
      per.length === 0 ? 'host only' : `per ${per.map((each) => OWNERS[each]).join(' or ')}`;
    return `- \`${name}\` (${owners}): ${about} ${number(standard)}, ceiling ${number(ceiling)}.`;
  });
  return `${HEADING}\n\n${rows.join('\n')}\n`;
}

const OWNERS = { extension: 'extension', server: 'MCP server' } as const satisfies Record<
  LimitOwner,
  string
>;

function number(value: number): string {
  return value.toLocaleString('en-US');
}
