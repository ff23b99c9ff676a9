import { computed, signal } from '@preact/signals';
import type { Role, Who } from './answers.ts';
import { ask, isTurnedAway } from './api.ts';
import { keep } from './kept.ts';
import { type ApiProblem, problemOf } from './problem.ts';
import { forgetFragment } from './route.ts';

export type SessionState =
  | { readonly status: 'asking' }
  | { readonly status: 'in'; readonly who: Who }
  /** With the reason, if signing in failed or a session has ended. */
  | { readonly status: 'out'; readonly problem?: ApiProblem; readonly hasEnded?: boolean };

const known = signal<SessionState>({ status: 'asking' });

/** Whether a person is signed in, and as whom. */
export const session = computed<SessionState>(() =>
  isTurnedAway.value && known.value.status === 'in'
    ? { status: 'out', hasEnded: true }
    : known.value,
);

/** What the person may do; what they may not is not offered, and the host would refuse it. */
export const may = {
  approve: computed(() => hasRole('approve')),
  call: computed(() => hasRole('call')),
  operate: computed(() => hasRole('operate')),
  /** Sees the host as a whole, not some of its agents. */
  seeAll: computed(() => session.value.status === 'in' && session.value.who.agents === 'all'),
} as const;

function hasRole(role: Role): boolean {
  const { value } = session;
  const roles = value.status === 'in' ? (value.who.roles ?? []) : [];
  return roles.includes(role) || roles.includes('operate');
}

/** Finds out who this is; with the code of a link first, which leaves the address at once. */
export async function begin(): Promise<void> {
  const code = takeCode();
  if (code !== undefined) return signIn({ code });
  try {
    const who = await ask<Who>('/api/console/session');
    known.value = who.isSignedIn ? { status: 'in', who } : { status: 'out' };
  } catch (error) {
    known.value = { status: 'out', problem: problemOf(error) };
  }
}

export async function signIn(
  by: { readonly code: string } | { readonly token: string },
): Promise<void> {
  try {
    const { key, ...who } = await ask<Who & { readonly key: string }>('/api/console/session', {
      body: by,
    });
    keep('key', key);
    isTurnedAway.value = false;
    known.value = { status: 'in', who };
  } catch (error) {
    known.value = { status: 'out', problem: problemOf(error) };
  }
}

export async function signOut(): Promise<void> {
  try {
    await ask('/api/console/session', { method: 'DELETE' });
  } finally {
    keep('key', undefined);
    known.value = { status: 'out' };
  }
}

/** The code is good once: neither the address nor the history keeps it. */
function takeCode(): string | undefined {
  const code = /^#login=([\w-]{1,128})$/.exec(location.hash)?.[1];
  if (code !== undefined) forgetFragment();
  return code;
}
