import { describe, expect, it } from 'vitest';
import { formatHostPattern, matchesHost, parseHostPattern } from './host-pattern.ts';

describe('a host pattern (S-6)', () => {
  it.each([
    ['a.test', 'https://a.test'],
    ['A.Test', 'https://a.test'],
    ['https://a.test/', 'https://a.test'],
    ['http://a.test', 'http://a.test'],
    ['HTTP://a.test:8080', 'http://a.test:8080'],
    ['a.test:443', 'https://a.test'],
    ['http://a.test:443', 'http://a.test:443'],
    ['*.a.test', 'https://*.a.test'],
    ['*', 'https://*'],
    ['*:8443', 'https://*:8443'],
    ['http://*', 'http://*'],
    ['bücher.test', 'https://xn--bcher-kva.test'],
    ['127.1', 'https://127.0.0.1'],
    ['[::1]:8080', 'https://[::1]:8080'],
    ['[0:0::1]', 'https://[::1]'],
  ])('%s is read as %s', (text, then) => {
    const pattern = parseHostPattern(text);
    expect(pattern === undefined ? undefined : formatHostPattern(pattern)).toBe(then);
  });

  it.each([
    '',
    '*.',
    '**',
    'a.*',
    'a.*.test',
    '*a.test',
    '*.127.0.0.1',
    '*.[::1]',
    'a.test.',
    'a.test/path',
    'a.test?x',
    'user@a.test',
    'a.test:0',
    'a.test:99999',
    'a.test:http',
    'ftp://a.test',
    '//a.test',
    'a b.test',
    '::1',
    'a.test\\b',
  ])('%j grants nothing', (text) => {
    expect(parseHostPattern(text)).toBe(undefined);
  });

  it.each([
    ['a.test', 'https://a.test/x?y', true],
    ['a.test', 'https://A.TEST:443/', true],
    ['a.test', 'http://a.test/', false],
    ['a.test', 'https://a.test:8443/', false],
    ['a.test', 'https://b.a.test/', false],
    ['*.a.test', 'https://b.a.test/', true],
    ['*.a.test', 'https://c.b.a.test/', true],
    ['*.a.test', 'https://a.test/', false],
    ['*.a.test', 'https://xa.test/', false],
    ['*', 'https://anything.test/', true],
    ['*', 'http://anything.test/', false],
    ['*', 'https://93.184.215.14/', false],
    ['*', 'https://[2606:4700::1]/', false],
    ['93.184.215.14', 'https://93.184.215.14/', true],
    ['*.14', 'https://93.184.215.14/', false],
  ])('%s and %s → %s', (text, url, then) => {
    const pattern = parseHostPattern(text);
    expect(pattern !== undefined && matchesHost(pattern, new URL(url))).toBe(then);
  });
});
