import { PassThrough } from 'node:stream';
import { createHost } from '@mortise/host';
import { afterAll, describe, expect, it } from 'vitest';
import { ServerWords } from './server-words.ts';

const KEY = '-----BEGIN KEY-----\nhunter2hunter2\nmore-of-the-key\n-----END KEY-----';

const host = await createHost({});
for (const secret of [KEY, 'a secret text']) host.redactSecret(secret);
afterAll(() => host.close());

function openWords() {
  const logged: string[] = [];
  const note = (details: object) => void logged.push(JSON.stringify(details));
  const words = new ServerWords({
    server: 's',
    logger: { debug: note, info: note, warn: note, error: note },
    redactor: () => host.redactor(),
  });
  const stderr = new PassThrough();
  words.hear(stderr);
  return { words, stderr, logged };
}

async function saying(...pieces: (string | Buffer)[]) {
  const { words, stderr, logged } = openWords();
  for (const piece of pieces) stderr.write(piece);
  stderr.end();
  await new Promise((resolve) => stderr.once('close', resolve));
  return { words, logged: logged.join('\n') };
}

describe('what a server writes to its standard error', () => {
  it('is kept to its last lines, with the last one as the reason', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at}\n`);
    const { words } = await saying(...lines);
    expect(words.tail()).toHaveLength(20);
    words.ended({ code: 3, signal: null });
    expect(words.explain('lost')).toBe('exited with 3: "line 99"');
  });

  it('says of a package that is not there which one it is, and not how npm goes on', async () => {
    const lines = [
      ...['code E404', '404 Not Found - GET https://packages.example/no-such-server', '404'],
      ...["404  The requested resource 'no-such-server@*' could not be found.", '404'],
      ...[
        '404 Note that you can also install from a',
        '404 tarball, folder, http url, or git url.',
      ],
      'A complete log of this run can be found in: /home/x/.npm/_logs/1-debug-0.log',
    ];
    const { words } = await saying(...lines.map((line) => `npm error ${line}\n`));
    words.ended({ code: 1, signal: null });
    expect(words.explain('lost')).toBe(
      `exited with 1: "npm error 404  The requested resource 'no-such-server@*' could not be found."`,
    );
  });

  it('has no secret in it, though it comes in pieces and has line breaks (S-11)', async () => {
    const { words, logged } = await saying(
      'a sec',
      'ret text\n',
      KEY.slice(0, 30),
      KEY.slice(30),
      '\n',
    );
    for (const text of [words.tail().join('\n'), logged, words.explain('lost')]) {
      expect(text).not.toMatch(/hunter2|more-of-the-key|secret text/);
      expect(text).toContain('[redacted]');
    }
  });

  it('shows what hides in it, and whole characters', async () => {
    const euro = Buffer.from('€\n');
    const { words } = await saying('\u001b[31mred\u202e\n', euro.subarray(0, 2), euro.subarray(2));
    expect(words.tail()).toEqual(['\\u{1b}[31mred\\u{202e}', '€']);
  });

  it('is bounded, in one line and in all', async () => {
    const { words, logged } = await saying('x'.repeat(1_000_000), ...Array(2_000).fill('y\n'));
    expect(words.tail().join('').length).toBeLessThan(10_000);
    expect(logged.length).toBeLessThan(100_000);
  });
});
