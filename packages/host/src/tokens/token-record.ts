import { ROLES, type Role, type TokenRecord } from '@mortise/contracts';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Text = Type.String({ minLength: 1, maxLength: 1_000 });
const Names = Type.Array(Text, { maxItems: 1_000 });

/** As a store gives it back; its file may have been edited by hand. */
const StoredToken = Type.Object({
  id: Text,
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  roles: Names,
  agents: Type.Union([Type.Literal('all'), Names]),
  createdAt: Type.Number(),
  createdBy: Text,
  name: Type.Optional(Text),
  userId: Type.Optional(Text),
  provider: Type.Optional(Text),
  model: Type.Optional(Text),
  sandboxed: Type.Optional(Type.Boolean()),
  boundTo: Type.Optional(Text),
  endsWith: Type.Optional(Text),
  expiresAt: Type.Optional(Type.Number()),
  revokedAt: Type.Optional(Type.Number()),
});

/** `undefined` for what is no token: it opens nothing. */
export function interpretTokenRecord(raw: unknown): TokenRecord | undefined {
  if (!Value.Check(StoredToken, raw)) return undefined;
  const isRole = (name: string): name is Role => Object.hasOwn(ROLES, name);
  const roles = Object.freeze(raw.roles.filter(isRole));
  const agents = raw.agents === 'all' ? 'all' : Object.freeze(raw.agents);
  return Object.freeze({ ...raw, roles, agents });
}

/** When it stopped being good, or will; never if absent. */
export function endOfToken({ expiresAt, revokedAt }: TokenRecord): number {
  return Math.min(expiresAt ?? Number.POSITIVE_INFINITY, revokedAt ?? Number.POSITIVE_INFINITY);
}
