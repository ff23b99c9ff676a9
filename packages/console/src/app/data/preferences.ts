import { effect, signal } from '@preact/signals';
import { keep, readKept } from './kept.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** As this browser likes it. */
export const theme = signal<Theme>(THEMES.find((each) => each === readKept('theme')) ?? 'system');

/** Shows the page as the person likes it, now and after every change. */
export function applyPreferences(): void {
  effect(() => {
    const { value } = theme;
    keep('theme', value === 'system' ? undefined : value);
    if (value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = value;
  });
}
