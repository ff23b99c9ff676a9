import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureDev } from './dev-screen.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'authors.md');
/** Between this sentence and the end of the block behind it. */
const PLACE = /(<!-- Made by `pnpm docs:dev`\. -->\n\n```\n)[\s\S]*?(\n```)/;

const screen = await captureDev();
const text = readFileSync(PAGE, 'utf8');
if (!PLACE.test(text)) throw new Error(`${PAGE} has no place for the screen`);
writeFileSync(
  PAGE,
  text.replace(PLACE, (_all, before: string, after: string) => `${before}${screen}${after}`),
);
