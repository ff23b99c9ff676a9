/**
 * What a deployment may set about a host, once: its key in the configuration, its variable, its
 * option on the command line, its value while nothing is set. The schema of the configuration,
 * `mortise <command> --help`, the checks and `docs/settings.md` come from this table. An option wins
 * over a variable, a variable over the configuration.
 */
export const SETTINGS = {
  stateDir: {
    ...{ kind: 'folder', flag: '--state-dir <folder>', env: 'MORTISE_STATE_DIR' },
    standard: '.mortise beside the configuration',
    about: 'Where the host keeps what lasts: sessions, stored values, token, audit, approved code.',
  },
  state: {
    ...{ kind: 'database', flag: '--state <address>', env: 'MORTISE_STATE' },
    standard: 'files in the state folder',
    about:
      'The database of hosts that share their state: postgres://user@host:5432/database; see docs/replicas.md.',
  },
  hostname: {
    ...{ kind: 'text', section: 'serve', flag: '--hostname <address>', env: 'MORTISE_HOSTNAME' },
    standard: '127.0.0.1',
    about: 'The address to listen on; one that others reach needs `allowedHosts` or `publicUrl`.',
  },
  port: {
    ...{ kind: 'number', section: 'serve', flag: '--port <number>', env: 'MORTISE_PORT' },
    ...{ standard: 4848, least: 0, most: 65_535 },
    about: 'The port to listen on, 0 for any that is free.',
  },
  openMcp: {
    ...{ kind: 'switch', section: 'serve', flag: '--open-mcp', env: 'MORTISE_OPEN_MCP' },
    standard: false,
    about: 'Serve MCP without a token, on a loopback address only.',
  },
  publicUrl: {
    ...{ kind: 'url', section: 'serve', flag: '--public-url <url>', env: 'MORTISE_PUBLIC_URL' },
    standard: 'the own address',
    about: 'Where clients reach this server, behind a proxy: its name and origin are allowed.',
  },
  allowedHosts: {
    ...{ kind: 'texts', section: 'serve', flag: '--allowed-host <name>' },
    env: 'MORTISE_ALLOWED_HOSTS',
    standard: 'the names of this machine',
    about: 'Names that requests may ask for in their Host header, besides those of this machine.',
  },
  allowedOrigins: {
    ...{ kind: 'texts', section: 'serve', flag: '--allowed-origin <origin>' },
    env: 'MORTISE_ALLOWED_ORIGINS',
    standard: 'the own address',
    about: 'Origins of web pages that may call, like https://console.example.',
  },
  watch: {
    ...{ kind: 'switch', section: 'serve', flag: '--watch', env: 'MORTISE_WATCH' },
    standard: false,
    about: 'Reload when the configuration, the lock file or the folder of an extension changes.',
  },
  leaveMs: {
    ...{ kind: 'number', section: 'serve', flag: '--leave-ms <ms>', env: 'MORTISE_LEAVE_MS' },
    ...{ standard: 0, least: 0, most: 600_000 },
    about:
      'How long calls are still taken after SIGTERM or SIGINT while `/ready` says 503, so that a load balancer has turned to other hosts before any is refused.',
  },
  drainMs: {
    ...{ kind: 'number', section: 'serve', flag: '--drain-ms <ms>', env: 'MORTISE_DRAIN_MS' },
    ...{ standard: 10_000, least: 0, most: 3_600_000 },
    about: 'How long calls that run may go on after SIGTERM or SIGINT before they are stopped.',
  },
  logLevel: {
    ...{ kind: 'text', section: 'serve', flag: '--log-level <level>', env: 'MORTISE_LOG_LEVEL' },
    standard: 'info, or warn on a terminal',
    about: 'What `serve` writes to its log: debug, info, warn, error or silent.',
  },
  logFile: {
    ...{ kind: 'text', section: 'serve', flag: '--log-file <file>', env: 'MORTISE_LOG_FILE' },
    standard: 'standard error',
    about: 'Where `serve` writes its log, as lines of JSON.',
  },
  maxConnections: {
    ...{ kind: 'number', section: 'serve', flag: '--max-connections <count>' },
    ...{ env: 'MORTISE_MAX_CONNECTIONS', standard: 2_048, least: 1, most: 65_536 },
    about: 'Open connections; for another one the one that is idle for longest is ended.',
  },
  maxCalls: {
    ...{ kind: 'number', section: 'serve', flag: '--max-calls <count>', env: 'MORTISE_MAX_CALLS' },
    ...{ standard: 256, least: 1, most: 16_384 },
    about: 'Calls at once over MCP and the API, of all agents.',
  },
  maxCallsPerAgent: {
    ...{ kind: 'number', section: 'serve', flag: '--max-calls-per-agent <count>' },
    ...{ env: 'MORTISE_MAX_CALLS_PER_AGENT', standard: 128, least: 1, most: 16_384 },
    about: 'Calls at once of one agent.',
  },
  maxCallsPerClient: {
    ...{ kind: 'number', section: 'serve', flag: '--max-calls-per-client <count>' },
    ...{ env: 'MORTISE_MAX_CALLS_PER_CLIENT', standard: 48, least: 1, most: 16_384 },
    about: 'Calls at once of one client of an agent.',
  },
  maxWaitingCalls: {
    ...{ kind: 'number', section: 'serve', flag: '--max-waiting-calls <count>' },
    ...{ env: 'MORTISE_MAX_WAITING_CALLS', standard: 512, least: 0, most: 65_536 },
    about: 'Calls that wait for a place; agents and their clients have it in turn.',
  },
  maxWaitMs: {
    ...{ kind: 'number', section: 'serve', flag: '--max-wait-ms <ms>', env: 'MORTISE_MAX_WAIT_MS' },
    ...{ standard: 30_000, least: 0, most: 600_000 },
    about: 'How long a call may wait for a place before it is refused.',
  },
  pageSize: {
    ...{ kind: 'number', section: 'serve', flag: '--page-size <count>', env: 'MORTISE_PAGE_SIZE' },
    ...{ standard: 1_000, least: 1, most: 10_000 },
    about: 'Tools per page of a list over MCP; some clients read one page only.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** How a value is written: `texts` with commas in a variable, the option again for each on a command line. */
export type SettingKind = keyof SettingValues;

interface SettingValues {
  readonly database: string | StateAddress;
  readonly text: string;
  readonly folder: string;
  readonly url: string;
  readonly texts: readonly string[];
  readonly number: number;
  readonly switch: boolean;
}

/** A database whose password is a secret: in a configuration no address has one. */
export interface StateAddress {
  readonly url: string;
  readonly password?: { readonly $secret: string };
}

export interface Setting {
  readonly kind: SettingKind;
  /** The part of the configuration that holds the key; the top if absent. */
  readonly section?: 'serve';
  /** In commander's notation. */
  readonly flag: string;
  readonly env: string;
  /** The value, or what it is in words. */
  readonly standard: string | number | boolean;
  readonly about: string;
  readonly least?: number;
  readonly most?: number;
}

export type SettingName = keyof typeof SETTINGS;

/** What a setting is once it was read. */
export type SettingValue<Name extends SettingName> = SettingValues[(typeof SETTINGS)[Name]['kind']];

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** What `mortise serve` takes as options. */
export const SERVE_SETTING_NAMES: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => 'section' in SETTINGS[name],
);

type OfSection<Name extends SettingName> = (typeof SETTINGS)[Name] extends {
  readonly section: 'serve';
}
  ? Name
  : never;

/** The names of what `serve` of a configuration holds. */
export type ServeSettingName = { [Name in SettingName]: OfSection<Name> }[SettingName];

/** `serve` of a configuration; what is absent may be set elsewhere. */
export type ServeSettings = { readonly [Name in ServeSettingName]?: SettingValue<Name> };

/** Where a setting stands in a configuration. */
export function settingPath(name: SettingName): string {
  const { section }: Setting = SETTINGS[name];
  return section === undefined ? name : `${section}.${name}`;
}
