import type { ServerContext } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProgressReporter } from './progress-reporter.ts';

interface Sent {
  readonly kind: 'progress' | 'log';
  readonly progress?: number;
  readonly message: string;
}

function listen(progressToken?: string, isLogWanted = true) {
  const sent: Sent[] = [];
  const mcpReq = {
    _meta: progressToken === undefined ? {} : { progressToken },
    notify: async ({ params }: { params: { progress: number; message: string } }) => {
      sent.push({ kind: 'progress', progress: params.progress, message: params.message });
    },
    log: async (_level: string, message: string) => {
      sent.push({ kind: 'log', message });
    },
  };
  const context = { mcpReq } as unknown as ServerContext;
  return { sent, reporter: new ProgressReporter(context, isLogWanted) };
}

const note = (message: string, percent?: number) =>
  ({
    type: 'progress',
    toolName: 't',
    message,
    ...(percent === undefined ? {} : { percent }),
  }) as const;

describe('the notes of a running call', () => {
  it('go out as progress to who asked for it, in order, before the call ends', async () => {
    const { sent, reporter } = listen('p1');
    reporter.report(note('a', 10));
    reporter.report(note('b', 100));
    await reporter.finish();
    expect(sent).toEqual([
      { kind: 'progress', progress: 10, message: 'a' },
      { kind: 'progress', progress: 100, message: 'b' },
    ]);
  });

  it('go out as log messages to who asked for those, and not at all to who asked for neither', async () => {
    for (const isLogWanted of [true, false]) {
      const { sent, reporter } = listen(undefined, isLogWanted);
      reporter.report(note('a', 10));
      await reporter.finish();
      expect(sent).toEqual(isLogWanted ? [{ kind: 'log', message: 'a' }] : []);
    }
  });

  it('always grow, whatever the tool says', async () => {
    const percents = fc.array(fc.option(fc.double(), { nil: undefined }), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(percents, async (list) => {
        const { sent, reporter } = listen('p1');
        for (const percent of list) reporter.report(note('x', percent));
        await reporter.finish();
        const values = sent.map(({ progress = Number.NaN }) => progress);
        expect(
          values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0)),
        ).toBe(true);
        expect(values.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('end at a limit, are cut to length, and stop with the call', async () => {
    const { sent, reporter } = listen('p1');
    for (let count = 0; count < 5_000; count += 1) reporter.report(note('y'.repeat(5_000)));
    await reporter.finish();
    reporter.report(note('too late'));
    expect(sent).toHaveLength(1_000);
    expect(sent[0]?.message).toHaveLength(1_000);
  });

  it('harm nobody when the client is gone', async () => {
    const mcpReq = { _meta: {}, log: () => Promise.reject(new Error('gone')) };
    const reporter = new ProgressReporter({ mcpReq } as unknown as ServerContext, true);
    reporter.report(note('a'));
    await expect(reporter.finish()).resolves.toBeUndefined();
  });
});
