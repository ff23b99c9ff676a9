import type { Diagnostic } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from './format-diagnostics.ts';
import { parseConfig, parseConfigObject } from './parse-config.ts';

describe('formatDiagnostics', () => {
  it('prints the place, the code, the message and the next step', () => {
    const { diagnostics } = parseConfig('tools:\n  alow: [read]\n  deny: [""]', {
      fileName: 'mortise.config.yaml',
    });
    expect(formatDiagnostics(diagnostics)).toBe(
      [
        'mortise.config.yaml:2:3  unknown_key  tools.alow: this key is unknown; did you mean `allow`?',
        '    hint: Write `allow`, or remove the key.',
        'mortise.config.yaml:3:10  blank_selector  tools.deny[0]: the entry is blank.',
        '    hint: Remove the entry; an empty list is written `[]`.',
      ].join('\n'),
    );
  });

  it('prints a configuration without lines by its name', () => {
    const { diagnostics } = parseConfigObject({ strict: 1 });
    expect(formatDiagnostics(diagnostics).split('\n')[0]).toBe(
      'configuration  config_invalid  strict: expected true or false, found a number.',
    );
  });

  it('folds what differs in its subject alone', () => {
    const warn = (subject: string) =>
      ({
        ...{ code: 'schema_unusual', severity: 'warning', subject, layer: 'extension kitchen' },
        ...{ message: `"${subject}" has an unusual schema.`, hint: `Simplify ${subject}.` },
      }) as unknown as Diagnostic;
    const sixty = Array.from({ length: 60 }, (_, at) => warn(`tool_${at}`));
    const lines = formatDiagnostics([...sixty, { ...warn('x'), layer: 'extension other' }]).split(
      '\n',
    );
    expect(lines).toHaveLength(5);
    expect(lines[2]).toBe('    and 59 more like it: tool_1, tool_2, tool_3, tool_4, tool_5, …');
    expect(formatDiagnostics(sixty.slice(0, 3)).split('\n')).toHaveLength(6);
  });

  it('keeps control characters of a hostile file off the terminal', () => {
    const { diagnostics } = parseConfigObject({ 'a\u001b[2J\u202e\n': 1 });
    expect(formatDiagnostics(diagnostics)).not.toMatch(/\p{C}(?<!\n)/u);
    expect(formatDiagnostics(diagnostics).split('\n')).toHaveLength(2);
  });
});
