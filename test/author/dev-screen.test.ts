import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureDev } from './dev-screen.ts';
import { hasTerminal } from './terminal.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/authors.md'), 'utf8');

describe('the screen of mortise dev (F-1)', () => {
  it('is what the page shows (else run `pnpm docs:dev`)', async ({ skip }) => {
    skip(!hasTerminal(), 'this machine has no tmux');
    const screen = await captureDev();
    expect(screen).toMatch(/at parseHour \(src\/hours\/parse-hour\.ts:6:\d+\)/);
    expect(page).toContain(`\`\`\`\n${screen}\n\`\`\``);
  });
});
