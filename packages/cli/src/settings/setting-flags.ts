import type { Setting, SettingName } from '@mortise/contracts';
import { SETTINGS } from '@mortise/contracts/plain';

/** Settings as they stood on the command line, by the names that commander gives its options. */
export type SettingFlags = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>;

/** The option of a setting in commander's notation, and what its help says. */
export function settingOption(name: SettingName): readonly [flag: string, meaning: string] {
  const { flag, env, about, standard }: Setting = SETTINGS[name];
  return [flag, `${about} ${env}; ${String(standard)} if absent`];
}

/** How commander calls the option: its long name in camel case. */
export function flagKey(name: SettingName): string {
  return flagName(name)
    .slice(2)
    .replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** As it is typed: `--state-dir`. */
export function flagName(name: SettingName): string {
  return SETTINGS[name].flag.split(' ')[0] ?? '';
}

/** Collects the values of an option that is given more than once. */
export function isRepeatable(name: SettingName): boolean {
  const { kind }: Setting = SETTINGS[name];
  return kind === 'texts';
}
