/** What a principal may do. Configuration, commands, the routes of the API and its pages come from this table. */
export const ROLES = {
  call: 'Lists and calls the tools of its agents, over MCP and over the call route.',
  view: 'Reads what operators see of its agents; changes nothing and runs nothing.',
  approve: 'Sees calls of its agents that wait for a decision, and decides them.',
  operate: 'Everything, tokens included.',
} as const;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** Who asks. Every request has one; made by the host from its own records, never from what was sent. */
export interface Principal {
  /** `embedder`: the program itself; `operator`: may do everything; `client`: what its token names. */
  readonly kind: 'embedder' | 'operator' | 'client';
  /** `embedder`, `operator` for the token of the file, else the id of a token or the subject of an issuer. */
  readonly id: string;
  readonly roles: readonly Role[];
  readonly agents: 'all' | readonly string[];
  /** For whom it speaks; then its sessions, secrets, storage and isolates are those of this user. */
  readonly userId?: string;
  /** Which models its requests are for: see `byProvider`. */
  readonly provider?: string;
  readonly model?: string;
  readonly sandboxed?: boolean;
  /** Wall clock in ms. */
  readonly expiresAt?: number;
  /** The thumbprint of a key: its token opens nothing without a proof of that key. */
  readonly boundTo?: string;
}

/** The program that holds the host: it is asked for nothing. */
export const EMBEDDER: Principal = Object.freeze({
  kind: 'embedder',
  id: 'embedder',
  roles: Object.freeze(['operate'] as const),
  agents: 'all',
});

export function hasRole({ roles }: Principal, role: Role): boolean {
  return roles.includes(role) || roles.includes('operate');
}

export function speaksFor({ agents }: Principal, agentId: string): boolean {
  return agents === 'all' || agents.includes(agentId);
}

/** Visible text of one line: it stands in keys, logs and tables. */
const USER_ID = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,254}[^\p{C}\p{Z}])?$/u;

/** Whether a text can name a user of a token. */
export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}

/**
 * The key of a conversation as everything behind it knows it: two users of one agent that state the same
 * key never share. The key of a session without a user stays as it is, unless it could be read as one with.
 */
export function sessionKeyFor(key: string, userId: string | undefined): string {
  if (userId === undefined) return key.startsWith('@') ? `@/${key}` : key;
  // JSON ends by itself, so that no user can be written to look like another with a longer key.
  return `@${PLAIN_USER.test(userId) ? userId : JSON.stringify(userId)}/${key}`;
}

const PLAIN_USER = /^[\w.+@-]+$/;

/** What `sessionKeyFor` was asked with. */
export function readSessionKey(stored: string): { readonly key: string; readonly userId?: string } {
  if (!stored.startsWith('@')) return { key: stored };
  if (stored.startsWith('@/')) return { key: stored.slice(2) };
  const [, quoted, plain = '', key = ''] = SESSION_OF_USER.exec(stored) ?? [];
  if (quoted === undefined) return { userId: plain, key };
  return { userId: String(JSON.parse(quoted)), key };
}

const SESSION_OF_USER = /^@(?:("(?:[^"\\]|\\.)*")|([\w.+@-]+))\/(.*)$/s;
