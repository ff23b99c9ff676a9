import type { ToolEntry } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { ResourceIndex } from './resource-index.ts';

const entry = (uri: string): ToolEntry => ({
  ...{ name: `resource:${uri}`, description: 'd', schema: {}, aliases: [], isOptional: false },
  origin: { kind: 'extension', id: 'x' },
});
const indexOf = (...uris: readonly string[]) => new ResourceIndex(uris.map(entry));
const WIKI = 'mortise://wiki/';
const FILES = 'mortise://mcp__files/';

describe('the address of a resource (F-10, S-5)', () => {
  it.each([
    ...['page/%73pecial', 'page/./special', 'page/x/../special', 'page/x/%2e%2e/special'],
    ...['page/x%2F..%2Fspecial', 'page/x%5C..%5Cspecial', 'page/special?x', 'page/special%3Fx'],
    ...['page/special#', 'page/special#x', 'page//special', 'other/../page/special', '..', 'a/.'],
    ...['%64eep/7', 'deep//7', 'x/../deep/7', 'deep%2F7'],
  ])('%s is that of no wider template in other letters', (path) => {
    const index = indexOf(`${WIKI}page/special`, `${WIKI}deep/{id}`, `${WIKI}{+rest}`);
    expect(index.at(`${WIKI}page/special`)?.entry.name).toBe(`resource:${WIKI}page/special`);
    expect(index.at(`${WIKI}deep/7`)?.args).toEqual({ id: '7' });
    expect(index.at(`${WIKI}${path}`)).toBeUndefined();
  });

  it.each([
    ...['http://HOST/a', 'http://host:80/a', 'http://host//a', 'http://host/a#b', 'HTTP://host/a'],
    ...['http://host/b/../a', 'http://host/%61', 'http://host/a?b'],
  ])('%s of a server is not read through a template', (uri) => {
    const index = indexOf(`${FILES}http://host/a`, `${FILES}http://{+rest}`);
    expect(index.at(`${FILES}${uri}`)).toBeUndefined();
    expect(index.at(`${FILES}http://host/other`)?.args).toEqual({ rest: 'host/other' });
  });

  it.each([
    { form: 'pages/{name}', path: 'pages/a%20b', args: { name: 'a b' } },
    { form: 'pages/{name}', path: 'pages/.hidden', args: { name: '.hidden' } },
    { form: 'pages/{name}', path: 'pages/a..b', args: { name: 'a..b' } },
    { form: '{+rest}', path: 'a/b//c', args: { rest: 'a/b//c' } },
    { form: '{+rest}', path: 'https://example.test', args: { rest: 'https://example.test' } },
    { form: 'list?page={page}', path: 'list?page=2', args: { page: '2' } },
    { form: 'http://{host}', path: 'http://a.test', args: { host: 'a.test' } },
  ])('$path is that of $form', ({ form, path, args }) => {
    expect(indexOf(`${FILES}list`, `${FILES}${form}`).at(`${FILES}${path}`)?.args).toEqual(args);
  });
});
