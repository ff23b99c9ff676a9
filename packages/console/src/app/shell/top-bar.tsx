import { connection } from '../data/events.ts';
import { type Theme, theme } from '../data/preferences.ts';
import { linkTo } from '../data/route.ts';
import { signOut } from '../data/session.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { countOf } from '../design/words.ts';
import { Mark } from './mark.tsx';
import { isNavigationOpen } from './navigation.tsx';
import { isPaletteOpen } from './palette.tsx';
import { health } from './status.ts';
import { StopButton } from './stop-button.tsx';

const CONNECTIONS = {
  connecting: ['warn', 'connecting'],
  live: ['good', 'live'],
  broken: ['bad', 'not connected'],
} as const;

export function TopBar() {
  const [tone, word] = CONNECTIONS[connection.value];
  return (
    <header class="bar">
      <button
        type="button"
        class="button quiet icon-only menu"
        aria-label="Views"
        aria-expanded={isNavigationOpen.value}
        onClick={() => {
          isNavigationOpen.value = !isNavigationOpen.value;
        }}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href={linkTo(['agents'])}>
        <Mark /> <span class="wide-only">Mortise</span>
      </a>
      <Health />
      <span class="indicator" role="status">
        <span class={`dot ${tone}`} />
        <span class="wide-only">{word}</span>
        <span class="unseen">Updates: {word}</span>
      </span>
      <span class="grow" />
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        <Icon name="search" />
        <span class="wide-only">Go to…</span>
        <kbd class="wide-only">⌘K</kbd>
      </button>
      <ThemeButton />
      <StopButton />
      <button
        type="button"
        class="button quiet icon-only"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void signOut()}
      >
        <Icon name="leave" />
      </button>
    </header>
  );
}

function Health() {
  const { value } = health;
  if (value === undefined) return null;
  const { status, errors, warnings } = value;
  const tone =
    status === 'degraded' ? 'bad' : status === 'starting' || warnings > 0 ? 'warn' : 'good';
  const words =
    status === 'starting'
      ? 'starting'
      : errors > 0
        ? countOf(errors, 'error')
        : warnings > 0
          ? countOf(warnings, 'warning')
          : 'all well';
  return (
    <a class="indicator" href={linkTo(['health'])}>
      <span class={`dot ${tone}`} />
      <span class="unseen">Host: </span>
      {words}
    </a>
  );
}

const NEXT: Readonly<Record<Theme, readonly [next: Theme, icon: IconName, label: string]>> = {
  system: ['light', 'half', 'Theme: as the system'],
  light: ['dark', 'sun', 'Theme: light'],
  dark: ['system', 'moon', 'Theme: dark'],
};

function ThemeButton() {
  const [next, icon, label] = NEXT[theme.value];
  return (
    <button
      type="button"
      class="button quiet icon-only"
      aria-label={label}
      title={label}
      onClick={() => {
        theme.value = next;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
