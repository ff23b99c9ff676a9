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
} as const satisfies Readonly<Record<string, Setting>>;

/** How a value is written: `texts` with commas in a variable, the option again for each on a command line. */
export type SettingKind = keyof SettingValues;

interface SettingValues {
  readonly text: string;
  readonly folder: string;
  readonly url: string;
  readonly texts: readonly string[];
  readonly number: number;
  readonly switch: boolean;
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
