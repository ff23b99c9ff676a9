import { signal } from '@preact/signals';
import { goTo, linkTo } from '../data/route.ts';
import { isTyping } from '../design/is-typing.ts';
import { Dialog } from '../design/overlay.tsx';
import { visibleViews } from './navigation.tsx';
import { isPaletteOpen } from './palette.tsx';

const isHelpOpen = signal(false);

/** How long `g` waits for its second letter, ms. */
const SECOND_MS = 1_200;

/** Keys that work everywhere; until the answer is called. */
export function listenToKeys(): () => void {
  let goUntil = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      isPaletteOpen.value = !isPaletteOpen.value;
      return;
    }
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = visibleViews().find(({ key }) => key === event.key);
    if (performance.now() < goUntil && view !== undefined) goTo(linkTo([view.id]));
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
    else if (event.key === '?') isHelpOpen.value = true;
    else if (event.key !== 'g') return;
    goUntil = event.key === 'g' ? performance.now() + SECOND_MS : 0;
    event.preventDefault();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

const COMMON: readonly (readonly [key: string, what: string])[] = [
  ['⌘K', 'go to a view or an agent'],
  ['/', 'search in the list'],
  ['j  k  ↓  ↑', 'the next and the previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];

export function KeyboardHelp() {
  if (!isHelpOpen.value) return null;
  const rows = [...COMMON, ...visibleViews().map(({ key, label }) => [`g ${key}`, label] as const)];
  return (
    <Dialog
      title="Keyboard"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="keys">
        {rows.map(([key, what]) => (
          <>
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
