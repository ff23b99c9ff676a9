import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

export const nodeTestSpecOutput = createTableFormat({
  name: 'node:test (spec)',
  requires: [/^ℹ tests \d+$/, /^ℹ pass \d+$/, /^ℹ fail \d+$/],
  drops: [{ line: /^\s*✔ .+ \([\d.]+m?s\)$/, verdict: 'passing' }],
  protects: [{ from: /^✖ failing tests:$/ }],
  important: new RegExp(`${FAILURE_LINE.source}|^ℹ (?:tests|pass|fail|cancelled|skipped) \\d+$`),
});
