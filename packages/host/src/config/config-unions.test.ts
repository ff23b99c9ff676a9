import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.ts';

const messagesOf = (text: string) =>
  parseConfig(text, { fileName: 'mortise.config.yaml' }).diagnostics.map(({ message }) => message);

describe('a value that may have several forms', () => {
  it.each([
    [
      'the form whose keys are written',
      'rates: [{ calls: 10 }]',
      'rates[0].per: this is missing: text like 1m, 1h, 1d, 30d.',
    ],
    [
      'all forms where the keys are of several',
      'rates: [{ calls: 1, costUsd: 2, per: 1m }]',
      'rates[0]: expected a mapping with `calls`, `per` or a mapping with `costUsd`, `per` or a mapping with `resultTokens`, `per` or a mapping with `concurrent`, found a mapping.',
    ],
    [
      'a key of none of them in the form that is meant',
      'rates: [{ concurrent: 4, forr: { agent: main } }]',
      'rates[0].forr: this key is unknown; did you mean `for`?',
    ],
    [
      'a value of the wrong size',
      'rates: [{ costUsd: 0, per: 1m }]',
      'rates[0].costUsd: more than 0 is needed here.',
    ],
    [
      'what a mapping needs at least',
      'secrets: { KEY: {} }',
      'secrets.KEY: at least one of `per`, `file`, `mode`, `identity` is needed here.',
    ],
    [
      'an extension without a source',
      'extensions: [{ enabled: true }]',
      'extensions[0].source: this is missing: text that is not empty.',
    ],
    [
      'a value of another kind',
      'extensions: [1]',
      'extensions[0]: expected text that is not empty or a mapping with `source`, found a number.',
    ],
  ])('is told by %s', (_how, text, message) => {
    expect(messagesOf(text)).toContain(message);
  });
});

describe('where secrets are kept (T-1)', () => {
  it.each([
    ['{ mode: any }', 'secrets.KEY: `mode` is about a file, and there is none.'],
    ['{ file: "x/{user}" }', 'secrets.KEY.file: `{user}` is for secrets with `per: user`.'],
    [
      '{ per: user, file: key }',
      'secrets.KEY.file: each user has a file: put `{user}` into its name.',
    ],
    [
      '{ per: user, file: "{user}/key" }',
      'secrets.KEY.file: `{user}` stands once, in the name of the file and not in its folder.',
    ],
    [
      '{ per: user, file: "{user}.key" }',
      'secrets.KEY.file: the files of users need a folder of their own, beside no others.',
    ],
  ])('%s is refused', (rule, message) => {
    expect(messagesOf(`secrets: { KEY: ${rule} }`)).toContain(message);
  });

  it.each([
    '{ file: key }',
    '{ per: user }',
    '{ per: user, file: "of/{user}" }',
    '{ file: /run/secrets/key, mode: any }',
  ])('%s is taken', (rule) => {
    expect(messagesOf(`secrets: { KEY: ${rule} }`)).toEqual([]);
  });
});
