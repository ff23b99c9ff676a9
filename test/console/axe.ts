import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing on the page is out of reach for those who cannot see or point, by all rules or by these. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules === undefined
    ? builder.withTags(RULES)
    : builder.withRules([...rules])
  ).analyze();
  const found = violations.map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`).slice(0, 5),
  }));
  expect(found).toEqual([]);
}
