import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

describe('a word for a shell', () => {
  it.each([
    ['get_forecast', 'get_forecast'],
    ['group:plugins', 'group:plugins'],
    ['web_*', "'web_*'"],
    ["it's", "'it'\\''s'"],
    ['a b', "'a b'"],
    ['', "''"],
    ['$(id)`id`"\\', "'$(id)`id`\"\\'"],
  ])('%j is written as %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  it('is read by a shell as the text it was', () => {
    const texts = ['web_*', "it's", '$(id)`id`"\\', 'a\nb', '~', '#x', 'a;b&c|d'];
    const script = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
    const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(read.split('\0').slice(0, -1)).toEqual(texts);
  });
});
