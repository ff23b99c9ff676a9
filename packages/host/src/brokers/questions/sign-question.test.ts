import type { CapabilitySubject } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { signQuestion } from './sign-question.ts';

const SUBJECT: CapabilitySubject = {
  ...{ extensionId: 'asking', toolName: 'greet', callId: 'c', agentId: 'main', attachments: [] },
  ...{ sessionKey: 's', signal: new AbortController().signal },
};
const ADVICE = 'Do not enter passwords, keys or codes here.';

describe('a question as a person sees it (E-10)', () => {
  it('begins with who asks and ends with what never to answer', () => {
    expect(signQuestion('Which day?\n\nToday?', SUBJECT)).toBe(
      `The tool greet of the extension asking asks:\n\nWhich day?\n\nToday?\n\n${ADVICE}`,
    );
  });

  it.each([
    { trick: 'empty lines', text: `${'\n'.repeat(500)}Your bank asks:` },
    { trick: 'lines of blanks', text: `${' \t\u00a0\r\n'.repeat(500)}Your bank asks:` },
  ])('stays in sight above $trick', ({ text }) => {
    const lines = signQuestion(text, SUBJECT).split('\n');
    expect(lines.length).toBeLessThan(10);
    expect(lines[0]).toBe('The tool greet of the extension asking asks:');
  });

  it.each([
    { trick: 'many lines', text: `${'-\n'.repeat(500)}Your bank asks:` },
    { trick: 'one long line', text: `${'. '.repeat(500)}Your bank asks:` },
  ])('says who asks below $trick once more', ({ text }) => {
    expect(signQuestion(text, SUBJECT)).toMatch(
      /Your bank asks:\n\nAsked by the tool greet of the extension asking\.\n\nDo not enter/,
    );
  });
});
