import type { Principal } from '@mortise/contracts';
import type { MadeToken, NewToken, TokenDescription } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { osAccount } from '../settings/os-account.ts';
import { findAnsweringHost, type ViewChoice } from './open-view.ts';

/** Tokens as commands see them: of the host that runs, or of the state that the next one will use. */
export interface TokenKeeper extends AsyncDisposable {
  /** Where clients reach the host, if one runs. */
  readonly url?: string;
  create(wanted: NewToken): Promise<MadeToken>;
  list(): Promise<readonly TokenDescription[]>;
  revoke(id: string): Promise<void>;
  agentIds(): Promise<readonly string[]>;
}

export async function openTokenKeeper(choice: ViewChoice): Promise<TokenKeeper> {
  const configPath = findConfig(choice.cwd, choice.config);
  const found = await findAnsweringHost(configPath, choice);
  if (found === undefined) return openOwn(choice);
  const { ask, running } = found;
  return {
    url: running.url,
    create: ({ lifetimeMs, ...wanted }) => {
      const lifetime = lifetimeMs === undefined ? {} : { lifetimeMs: finite(lifetimeMs) };
      return ask<MadeToken>('/api/tokens', { body: { ...wanted, ...lifetime } });
    },
    list: async () =>
      (await ask<{ readonly tokens: readonly TokenDescription[] }>('/api/tokens')).tokens,
    revoke: async (id) => {
      await ask(`/api/tokens/${encodeURIComponent(id)}/revoke`, { body: {} });
    },
    agentIds: async () => (await ask<{ readonly agents: readonly string[] }>('/api/host')).agents,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Where the operator's token is. */
export async function findTokenFile(choice: ViewChoice): Promise<string> {
  return (await findStateFolder(findConfig(choice.cwd, choice.config), choice)).token;
}

/** JSON has no Infinity. */
function finite(ms: number): number | null {
  return Number.isFinite(ms) ? ms : null;
}

/** A host that serves this state goes by what is written here when the command has ended. */
async function openOwn(choice: ViewChoice): Promise<TokenKeeper> {
  const opened = await openHost(choice);
  const { host } = opened;
  const by: Principal = {
    ...{ kind: 'operator', id: osAccount() },
    ...{ roles: ['operate'], agents: 'all' },
  };
  return {
    create: (wanted) => host.tokens.create(wanted, by),
    list: () => host.tokens.list(),
    revoke: (id) => host.tokens.revoke(id, by),
    agentIds: async () => host.agentIds,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
