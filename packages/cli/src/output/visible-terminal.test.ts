import { describe, expect, it } from 'vitest';
import { paint } from './terminal.ts';
import { visibleTerminal } from './visible-terminal.ts';

const written = (text: string, hasColour: boolean) => {
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  visibleTerminal({ out: keep, err: keep, hasColour }).out(text);
  return lines.join('');
};
const colours = { out: () => undefined, err: () => undefined, hasColour: true };

describe('a terminal (S-5)', () => {
  it.each([
    { what: 'the screen is cleared', text: 'a\u001b[2Jb', then: 'a\\u{1b}[2Jb' },
    { what: 'a text is concealed', text: '\u001b[8msecret', then: '\\u{1b}[8msecret' },
    { what: 'a line is turned around', text: 'a\u202eb', then: 'a\\u{202e}b' },
    { what: 'a title is set', text: '\u001b]0;x\u0007', then: '\\u{1b}]0;x\\u{7}' },
    { what: 'a line is overwritten', text: 'evil\rgood', then: 'evil\\u{d}good' },
  ])('shows that $what, with colours and without', ({ text, then }) => {
    expect(written(text, false)).toBe(then);
    expect(written(text, true)).toBe(then);
  });

  it('keeps lines, tabs and its own colours', () => {
    const painted = `${paint(colours, 'red', 'no\n\tgood')} ${paint(colours, 'bold', 'x')}`;
    expect(painted).toContain('\u001b[');
    expect(written(painted, true)).toBe(painted);
    expect(written('a\n\tb', false)).toBe('a\n\tb');
  });
});
