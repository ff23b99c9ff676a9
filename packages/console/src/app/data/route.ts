import { computed, signal } from '@preact/signals';

/** Where the page is: the parts of its path and what stands behind the question mark. */
export interface Route {
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** Addresses are in the fragment: they work below any path, and no server keeps them. */
export const route = computed<Route>(() => readRoute(hash.value));

export function readRoute(text: string): Route {
  const [path = '', search = ''] = text.replace(/^#\/?/, '').split('?', 2);
  return {
    parts: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** An address of the console. What is empty or undefined is left out of its query. */
export function linkTo(
  parts: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${parts.map(encodeURIComponent).join('/')}${search}`;
}

export function goTo(link: string): void {
  location.hash = link;
}

/** Changes a part of the query where the page is; without an entry of its own in the history. */
export function refine(changes: Readonly<Record<string, string | undefined>>): void {
  const { parts, query } = route.peek();
  const link = linkTo(parts, { ...query, ...changes });
  history.replaceState(null, '', link);
  hash.value = link;
}

/** Takes what stands in the fragment out of the address and the history. */
export function forgetFragment(): void {
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  hash.value = '';
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
