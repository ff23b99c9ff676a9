import { basename, dirname, join, resolve } from 'node:path';
import {
  type Diagnostic,
  ERROR_CODES,
  type SecretOwner,
  type SecretRule,
  type SecretSource,
  USER_IN_FILE,
} from '@mortise/contracts';
import type { OwnPaths } from '../files/host-files.ts';
import { readSecretFile, type SecretFile, secretFileFault } from './secret-file.ts';
import { writeUser } from './write-user.ts';

export interface ConfiguredSecretsParts {
  /** By name, as the configuration in force has them. */
  readonly rules: () => { readonly [name: string]: SecretRule };
  /** Where relative paths begin. */
  readonly baseDir: string;
  /** For all others; without it they have no value. */
  readonly others?: SecretSource;
}

/** Secrets that the configuration keeps in files, and all others. One that is kept in a file comes from nowhere else. */
export class ConfiguredSecrets implements SecretSource {
  readonly #parts: ConfiguredSecretsParts;

  constructor(parts: ConfiguredSecretsParts) {
    this.#parts = parts;
  }

  async read(name: string, signal: AbortSignal): Promise<string | undefined> {
    const rule = this.#ruleOf(name);
    // A token of the agent's own: nothing that is kept under this name stands in for it.
    if (rule?.identity !== undefined) return undefined;
    if (rule?.file === undefined) return this.#parts.others?.read(name, signal);
    return rule.per === 'user' ? undefined : valueIn(this.#fileOf(rule, rule.file));
  }

  async readForUser(owner: SecretOwner, signal: AbortSignal): Promise<string | undefined> {
    const rule = this.#ruleOf(owner.name);
    if (rule?.identity !== undefined) return undefined;
    if (rule?.file === undefined) return this.#parts.others?.readForUser?.(owner, signal);
    if (rule.per !== 'user') return undefined;
    const { path, isOpenToAll } = this.#fileOf(rule, rule.file);
    const name = basename(path).replace(USER_IN_FILE, () => writeUser(owner.userId));
    return valueIn({ path: join(dirname(path), name), isOpenToAll });
  }

  /** What no grant may reach. */
  ownPaths(): OwnPaths {
    const files = this.#files();
    return {
      files: files.filter(({ rule }) => rule.per !== 'user').map(({ path }) => path),
      folders: files.filter(({ rule }) => rule.per === 'user').map(({ path }) => dirname(path)),
    };
  }

  /** Files that are not used, and why. Those of users are looked at when they are needed. */
  diagnostics(): readonly Diagnostic[] {
    return this.#files().flatMap(({ name, rule, ...file }) => {
      const reason = rule.per === 'user' ? undefined : secretFileFault(file);
      return reason === undefined ? [] : [unusable(name, `${file.path}: ${reason}`)];
    });
  }

  #files(): readonly (SecretFile & { readonly name: string; readonly rule: SecretRule })[] {
    return Object.entries(this.#parts.rules()).flatMap(([name, rule]) =>
      rule.file === undefined ? [] : [{ name, rule, ...this.#fileOf(rule, rule.file) }],
    );
  }

  #ruleOf(name: string): SecretRule | undefined {
    const rules = this.#parts.rules();
    return Object.hasOwn(rules, name) ? rules[name] : undefined;
  }

  #fileOf({ mode }: SecretRule, file: string): SecretFile {
    return { path: resolve(this.#parts.baseDir, file), isOpenToAll: mode === 'any' };
  }
}

/** A guest is not told where a secret lies; the operator reads it in the list of trouble. */
async function valueIn(file: SecretFile): Promise<string | undefined> {
  const reading = await readSecretFile(file);
  return reading.status === 'ok' ? reading.value : undefined;
}

function unusable(name: string, why: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.secret_file_unusable;
  const path = `secrets.${name}.file`;
  return {
    ...{ code: 'secret_file_unusable', severity: 'error', subject: name, path, hint },
    message: `${summary} ${why}.`,
  };
}
