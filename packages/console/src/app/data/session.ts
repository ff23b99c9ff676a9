import { computed, signal } from '@preact/signals';
import type { Role, Who } from './answers.ts';
import { ask, isTurnedAway } from './api.ts';
import { keep } from './kept.ts';
import { ApiProblem, problemOf } from './problem.ts';
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

/** This browser forgets its half of the sign-in whatever the host says. */
export async function signOut(): Promise<void> {
  const problem = await ask('/api/console/session', { method: 'DELETE' }).then(
    () => undefined,
    (error: unknown) => problemOf(error),
  );
  keep('key', undefined);
  // A session that was over already needs no end.
  const isUnknown = problem !== undefined && problem.status !== 401;
  known.value = { status: 'out', ...(isUnknown && { problem: notSignedOut() }) };
}

function notSignedOut(): ApiProblem {
  return new ApiProblem(0, {
    code: 'sign_out_unknown',
    message:
      'This browser has forgotten its key, but it is not known whether the host has ended the session.',
    hint: 'Sign in again and revoke it under Tokens; otherwise it ends by itself, 12 hours after it began.',
  });
}

/** The code is good once: neither the address nor the history keeps it. */
function takeCode(): string | undefined {
  const code = /^#login=([\w-]{1,128})$/.exec(location.hash)?.[1];
  if (code !== undefined) forgetFragment();
  return code;
}
