import {
  asOptionalRecord,
  DEFAULT_ACCOUNT_ID,
  hasConfiguredSecretInput,
  isRecord,
  normalizeAccountId,
  normalizeOptionalString,
  uniqueStrings,
} from './sdk-values.ts';

type Fields = { readonly [key: string]: unknown };

interface AccountOptions {
  readonly omitKeys?: readonly string[];
  readonly nestedObjectKeys?: readonly string[];
  readonly hasImplicitDefaultAccount?: (config: unknown) => boolean;
}

export const hasConfiguredAccountValue = hasConfiguredSecretInput;

export function normalizeOptionalAccountId(value: unknown): string | undefined {
  const text = normalizeOptionalString(value);
  return text === undefined ? undefined : normalizeAccountId(text);
}

/** A reference to a secret of OpenClaw itself; what stands for one of ours is a text. */
export function coerceSecretRef(value: unknown): Fields | null {
  return isRecord(value) && typeof value['source'] === 'string' ? value : null;
}

export function canResolveEnvSecretRefInReadOnlyPath(): boolean {
  return false;
}

/** Accounts of a channel: what stands beside `accounts` is that of the account `default`, and common to the others. */
export function createAccountListHelpers(channel: string, options: AccountOptions = {}): object {
  const own = (config: unknown): Fields =>
    asOptionalRecord(asOptionalRecord(asOptionalRecord(config)?.['channels'])?.[channel]) ?? {};
  const accountsOf = (config: unknown): Fields => asOptionalRecord(own(config)['accounts']) ?? {};
  const listConfiguredAccountIds = (config: unknown): string[] =>
    uniqueStrings(Object.keys(accountsOf(config)).map(normalizeAccountId));
  const listAccountIds = (config: unknown): string[] => {
    const ids = listConfiguredAccountIds(config);
    const hasDefault = ids.length === 0 || options.hasImplicitDefaultAccount?.(config) === true;
    return uniqueStrings([...(hasDefault ? [DEFAULT_ACCOUNT_ID] : []), ...ids]);
  };
  const resolveDefaultAccountId = (config: unknown): string =>
    normalizeOptionalAccountId(own(config)['defaultAccount']) ??
    listAccountIds(config)[0] ??
    DEFAULT_ACCOUNT_ID;
  const resolveAccountConfig = (config: unknown, accountId: string): Fields =>
    merged(own(config), entryOf(accountsOf(config), accountId), options);
  return {
    ...{ listConfiguredAccountIds, listAccountIds },
    ...{ resolveDefaultAccountId, resolveAccountConfig },
  };
}

function entryOf(accounts: Fields, accountId: string): Fields {
  const found = Object.entries(accounts).find(([id]) => normalizeAccountId(id) === accountId);
  return asOptionalRecord(found?.[1]) ?? {};
}

function merged(common: Fields, account: Fields, options: AccountOptions): Fields {
  const omitted = ['accounts', ...(options.omitKeys ?? [])];
  const base = Object.entries(common).filter(([key]) => !omitted.includes(key));
  const nested = (options.nestedObjectKeys ?? []).flatMap((key) =>
    isRecord(common[key]) && isRecord(account[key])
      ? [[key, { ...common[key], ...account[key] }] as const]
      : [],
  );
  return { ...Object.fromEntries(base), ...account, ...Object.fromEntries(nested) };
}
