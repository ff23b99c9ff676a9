import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AISVS_REQUIREMENTS, AISVS_SECTIONS } from '../../docs/aisvs/requirements.ts';
import { aisvsPage } from './aisvs-page.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the page against OWASP AISVS', () => {
  it('is what the table says (else run `pnpm docs:aisvs`)', () => {
    expect(readFileSync(join(ROOT, 'docs/aisvs.md'), 'utf8')).toBe(aisvsPage());
  });

  it('keeps each requirement in the section of its number', () => {
    for (const [section, { requirements }] of Object.entries(AISVS_SECTIONS))
      for (const number of Object.keys(requirements)) expect(`C${number}`).toContain(`${section}.`);
  });

  it('has all 57 requirements of both chapters', () => {
    expect(AISVS_REQUIREMENTS.size).toBe(57);
  });

  it('names tests that are there', () => {
    const named = [...AISVS_REQUIREMENTS.values()].flatMap((requirement) =>
      'tests' in requirement ? [...requirement.tests] : [],
    );
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
