import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../docs/markdown-table.ts';
import { CHECKS, type CheckName } from './driven-client.ts';
import type { Cell, MatrixRow } from './run-matrix.ts';

const HEADING = `# MCP clients in front

Made by \`pnpm docs:clients\`, which has real clients of npm in front of \`mortise serve\` (HTTP) and \`mortise mcp\` (stdio), with the
tools in the sandbox; a test of \`pnpm test:full\` runs the same and fails if a cell is not as it stands here.

- **list, call, structured, image, error**: the surface of the agent, a text, \`structuredContent\`, a picture, and a tool that throws,
  which is an answer for the model.
- **prompt**, **resource**: the lists of the agent, a prompt that is filled in, and the text at an address.
- **load_tools**: what a toolkit brings is in the next list and can be called.
- **progress**: notes of a running tool arrive. **cancel**: a tool whose caller leaves is told so.
- **20 s call**, **50 parallel**: a call of 20 s beside others; 50 calls at once of one client, all answered.
- **restart**: the host ends and starts again at the same address. \`yes\`: the client goes on by itself with what it had loaded;
  \`anew\`: its user connects again, and what was loaded is there.`;

const MANIFEST = join(import.meta.dirname, '..', 'package.json');
const MARKS = ['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** The page of a matrix that was run. */
export function clientsPage(rows: readonly MatrixRow[]): string {
  const reasons = [...new Set(rows.flatMap(({ cells }) => Object.values(cells).flatMap(reasonOf)))];
  const mark = (cell: Cell) => {
    if (typeof cell === 'string') return cell;
    if ('failed' in cell) return 'FAILS';
    return `n/a${MARKS[reasons.indexOf(cell.lacks)] ?? ''}`;
  };
  const lines = rows.map(({ client, over, cells, ...row }) => [
    ...[`${client} (${versionOf(row.package)})`, over],
    ...CHECKS.map((check: CheckName) => mark(cells[check])),
  ]);
  const table = markdownTable(['client', 'over', ...CHECKS], lines);
  const notes = reasons.map((reason, index) => `${MARKS[index] ?? ''} ${reason}`);
  return `${HEADING}\n\n${table}\n\n${notes.join('  \n')}\n`;
}

function reasonOf(cell: Cell): readonly string[] {
  return typeof cell !== 'string' && 'lacks' in cell ? [cell.lacks] : [];
}

/** Pinned exactly, so that it is the one that ran. */
function versionOf(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return devDependencies[name] ?? 'unknown';
}
