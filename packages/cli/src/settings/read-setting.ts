import {
  type HostConfig,
  MortiseError,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingValue,
  type StateAddress,
  settingPath,
} from '@mortise/contracts';
import { flagKey, flagName, type SettingFlags } from './setting-flags.ts';

/** Where settings can come from, the strongest first. */
export interface SettingSources {
  readonly flags?: SettingFlags | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly config?: Pick<HostConfig, 'stateDir' | 'state' | 'serve'> | undefined;
}

/** A setting that was set, and by what: an option, a variable or a place in the configuration. */
export interface FoundSetting<Value> {
  readonly value: Value;
  readonly from: 'flag' | 'variable' | 'configuration';
  /** As an operator knows it: `--port`, `MORTISE_PORT`, `serve.port`. */
  readonly place: string;
}

/** What a setting was set to; `undefined` if it was not. Throws `setting_invalid` with the place. */
export function readSetting<Name extends SettingName>(
  name: Name,
  { flags = {}, env, config }: SettingSources,
): FoundSetting<SettingValue<Name>> | undefined {
  const flag = flags[flagKey(name)];
  if (flag !== undefined) return found(name, flag, 'flag');
  const variable = env[SETTINGS[name].env];
  // A variable that is set to nothing is how deployments leave one out.
  if (variable !== undefined && variable !== '') return found(name, variable, 'variable');
  const configured = readConfigured(name, config);
  return configured === undefined ? undefined : found(name, configured, 'configuration');
}

function readConfigured(name: SettingName, config: SettingSources['config']): Written | undefined {
  const { section }: Setting = SETTINGS[name];
  const part: object | undefined = section === undefined ? config : config?.serve;
  // `name` is one of the table, not a text from outside.
  return (part as Readonly<Record<string, Written | undefined>> | undefined)?.[name];
}

type Written = string | number | boolean | readonly string[] | StateAddress;

function found<Name extends SettingName>(
  name: Name,
  written: Written,
  from: FoundSetting<unknown>['from'],
): FoundSetting<SettingValue<Name>> {
  const place = PLACES[from](name);
  const value = READERS[SETTINGS[name].kind](written, SETTINGS[name]);
  if (value === undefined) {
    const needed = EXPECTED[SETTINGS[name].kind](SETTINGS[name]);
    // An address that is not quite right may hold a password.
    const isSecret = SETTINGS[name].kind === 'database';
    const shown = isSecret ? 'something else' : JSON.stringify(written).slice(0, 100);
    throw new MortiseError('setting_invalid', `${place} is ${shown}; it takes ${needed}.`);
  }
  // `READERS` makes of each kind what `SettingValue` says.
  return { value: value as SettingValue<Name>, from, place };
}

const PLACES = {
  flag: flagName,
  variable: (name: SettingName) => SETTINGS[name].env,
  configuration: settingPath,
} as const;

/** What was written → its value, `undefined` if it cannot be one. */
const READERS = {
  text: readText,
  folder: readText,
  database: (written: Written) => {
    if (typeof written === 'object') return 'url' in written ? written : undefined;
    const text = readText(written);
    return text !== undefined && /^postgres(?:ql)?:\/\//i.test(text) ? text : undefined;
  },
  url: (written: Written) => {
    const text = readText(written);
    const isWeb = text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
    return isWeb ? text : undefined;
  },
  texts: (written: Written) => {
    const texts = typeof written === 'string' ? written.split(',') : written;
    if (!Array.isArray(texts)) return undefined;
    const trimmed = texts.map((each) => String(each).trim());
    return trimmed.every((each) => each !== '') ? trimmed : undefined;
  },
  number: (written: Written, { least = 0, most = Number.MAX_SAFE_INTEGER }: Setting) => {
    const isNumber = /^\d{1,15}$/.test(String(written));
    const value = isNumber ? Number(written) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  },
  switch: (written: Written) => SWITCHES.get(String(written).toLowerCase()),
} as const satisfies Record<Setting['kind'], (written: Written, setting: Setting) => unknown>;

function readText(written: Written): string | undefined {
  return typeof written === 'string' && written.trim() !== '' ? written.trim() : undefined;
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

const EXPECTED = {
  text: () => 'text that is not empty',
  folder: () => 'the path of a folder',
  database: () => 'an address that starts with postgres://',
  url: () => 'an address that starts with http:// or https://',
  texts: () => 'names with commas between them',
  number: ({ least = 0, most }: Setting) =>
    most === undefined ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
  switch: () => 'true or false',
} as const satisfies Record<Setting['kind'], (setting: Setting) => string>;
