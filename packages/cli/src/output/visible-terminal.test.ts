import { describe, expect, it } from 'vitest';
import { paint, unpainted } from './paint.ts';
import { fittedTerminal, visibleTerminal } from './visible-terminal.ts';

const written = (text: string, hasColour: boolean) => {
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  visibleTerminal({ out: keep, err: keep, hasColour }).out(text);
  return lines.join('');
};
const colours = { hasColour: true };

describe('a terminal (S-5)', () => {
  it.each([
    { what: 'the screen is cleared', text: 'a\u001b[2Jb', then: 'a\\u{1b}[2Jb' },
    { what: 'a text is concealed', text: '\u001b[8msecret', then: '\\u{1b}[8msecret' },
    {
      what: 'a text has a colour',
      text: '\u001b[31mred\u001b[39m',
      then: '\\u{1b}[31mred\\u{1b}[39m',
    },
    { what: 'a line is turned around', text: 'a\u202eb', then: 'a\\u{202e}b' },
    { what: 'a title is set', text: '\u001b]0;x\u0007', then: '\\u{1b}]0;x\\u{7}' },
    { what: 'a line is overwritten', text: 'evil\rgood', then: 'evil\\u{d}good' },
    { what: 'a character has no width', text: 'a\u200bb', then: 'a\\u{200b}b' },
  ])('shows that $what, with colours and without, painted or not', ({ text, then }) => {
    expect(written(text, false)).toBe(then);
    expect(written(text, true)).toBe(then);
    expect(written(paint(colours, 'red', text), true)).toBe(`\u001b[31m${then}\u001b[39m`);
  });

  it('keeps lines, tabs and its own colours', () => {
    const painted = `${paint(colours, 'red', 'no\n\tgood')} ${paint(colours, 'bold', 'x')}`;
    expect(written(painted, true)).toBe('\u001b[31mno\n\tgood\u001b[39m \u001b[1mx\u001b[22m');
    expect(written('a\n\tb', false)).toBe('a\n\tb');
    expect(paint({ hasColour: false }, 'red', 'x')).toBe('x');
  });

  it('breaks lines where it is told how wide it is', () => {
    const lines: string[] = [];
    const keep = (line: string) => lines.push(line);
    const terminal = fittedTerminal({ out: keep, err: keep, hasColour: true, columns: 40 });
    terminal.out(paint(colours, 'red', 'word '.repeat(12).trim()));
    expect(
      lines
        .join('')
        .split('\n')
        .map((line) => unpainted(line).length),
    ).toEqual([39, 21]);
  });
});
