import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import type { ConsoleHost } from './console-host.ts';
import { serveTour } from './console-tour.ts';
import { SCREENSHOTS, takeScreenshots } from './screenshots.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const browser = useBrowser();
/** With `pnpm docs:console` the pictures of the docs are taken anew; otherwise they are taken and thrown away. */
const isWriting = process.env['MORTISE_SCREENSHOTS'] === 'write';
const folder = isWriting
  ? join(DOCS, 'images', 'console')
  : mkdtempSync(join(tmpdir(), 'mortise-shots-'));
let host: ConsoleHost;

beforeAll(async () => {
  host = await serveTour();
  await takeScreenshots(browser, host, folder);
}, 240_000);
afterAll(async () => {
  await host?.[Symbol.asyncDispose]();
  if (!isWriting) rmSync(folder, { recursive: true, force: true });
});

/** Width and height, as the head of a PNG file has them. */
function sizeOf(file: string): readonly number[] {
  const bytes = readFileSync(file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('the pictures of the console in the docs', () => {
  it.each(SCREENSHOTS)('$file is taken by this test and shown by the page', ({ file, size }) => {
    const expected = [size.width, size.height];
    expect(sizeOf(join(folder, file))).toEqual(expected);
    expect(sizeOf(join(DOCS, 'images', 'console', file))).toEqual(expected);
    expect(readFileSync(join(DOCS, 'console.md'), 'utf8')).toContain(`(images/console/${file})`);
  });
});
