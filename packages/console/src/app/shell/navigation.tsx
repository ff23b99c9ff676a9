import { signal } from '@preact/signals';
import { linkTo, route } from '../data/route.ts';
import { may, session } from '../data/session.ts';
import { Icon } from '../design/icon.tsx';
import { waitingApprovals } from './status.ts';
import { VIEWS, type View } from './views.ts';

/** On a narrow screen the navigation lies above the page and is opened. */
export const isNavigationOpen = signal(false);

const GROUPS = ['Access', 'Code', 'Work', 'Host'] as const;

/** The views that this person may see. */
export function visibleViews(): readonly View[] {
  const { value } = session;
  const roles = value.status === 'in' ? (value.who.roles ?? []) : [];
  return VIEWS.filter(
    ({ role = 'view', isForAll = false }) =>
      (roles.includes('operate') || roles.includes(role)) && (!isForAll || may.seeAll.value),
  );
}

export function Navigation() {
  const [current = 'agents'] = route.value.parts;
  const views = visibleViews();
  return (
    <nav class="side" aria-label="Views" data-open={isNavigationOpen.value}>
      {GROUPS.map((group) => {
        const shown = views.filter((view) => view.group === group);
        if (shown.length === 0) return null;
        return (
          <div key={group}>
            <h2>{group}</h2>
            <ul>
              {shown.map((view) => (
                <li key={view.id}>
                  <Entry view={view} isCurrent={view.id === current} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Entry({ view, isCurrent }: { readonly view: View; readonly isCurrent: boolean }) {
  const waiting = view.id === 'approvals' ? waitingApprovals.value : 0;
  return (
    <a
      href={linkTo([view.id])}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={() => {
        isNavigationOpen.value = false;
      }}
    >
      <Icon name={view.icon} />
      {view.label}
      {waiting > 0 && (
        <span class="count">
          {waiting}
          <span class="unseen"> waiting</span>
        </span>
      )}
    </a>
  );
}
