import type { Diagnostic } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DiagnosticSources } from './diagnostic-sources.ts';

const found = (severity: Diagnostic['severity'], message: string): Diagnostic => ({
  ...{ code: 'mcp_server_failed', subject: 'github', hint: 'h' },
  ...{ severity, message },
});
const messages = (sources: DiagnosticSources) => sources.list().map(({ message }) => message);

describe('the one list of trouble (T-9)', () => {
  it('has what every source says now, worst first, each finding once', () => {
    const sources = new DiagnosticSources();
    let isDown = true;
    sources.add(() => [found('info', 'slow'), found('warning', 'old')]);
    sources.add(() => (isDown ? [found('error', 'down'), found('warning', 'old')] : []));
    expect(messages(sources)).toEqual(['down', 'old', 'slow']);
    isDown = false;
    expect(messages(sources)).toEqual(['old', 'slow']);
  });

  it('forgets a source that left, and only that one', () => {
    const sources = new DiagnosticSources();
    const source = () => [found('error', 'down')];
    const leave = sources.add(source);
    sources.add(source);
    leave();
    leave();
    expect(messages(sources)).toEqual(['down']);
  });

  it('names a source that throws, and the others stay', () => {
    const sources = new DiagnosticSources();
    sources.add(() => {
      throw new Error('no view');
    });
    sources.add(() => [found('error', 'down')]);
    expect(sources.list()).toMatchObject([
      { code: 'internal_error', message: expect.stringContaining('no view') },
      { message: 'down' },
    ]);
  });

  it('shows no secret and nothing hidden (S-11)', () => {
    const sources = new DiagnosticSources((text) => text.replaceAll('hunter2', '[secret]'));
    sources.add(() => [found('error', 'it said \u001b[2Jhunter2')]);
    expect(messages(sources)).toEqual(['it said \\u{1b}[2J[secret]']);
  });
});
