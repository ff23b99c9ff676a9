import type { Diagnostic, HostConfig } from '@mortise/contracts';
import { type ConfigCheck, collectDiagnostics } from './collect-diagnostics.ts';
import type { ConfigDocument } from './config-document.ts';
import { type LoadConfigOptions, parseSource } from './load-config-file.ts';
import type { ParsedConfig } from './parse-config.ts';
import { type ConfigSource, readConfigFile } from './read-config-file.ts';

/** A configuration that is in force, with the text it came from. */
export interface HeldConfig {
  readonly config: HostConfig;
  readonly document: ConfigDocument;
}

/** What became of a proposal. Refused, the configuration that runs is still the one before. */
export type ConfigProposal =
  | ({
      readonly status: 'accepted';
      readonly diagnostics: readonly Diagnostic[];
    } & HeldConfig)
  | { readonly status: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Applied to every proposal; the holder counts the revisions itself. */
export interface ConfigHolderOptions extends Omit<LoadConfigOptions, 'previousRevision'> {
  /** What diagnostics call a proposal that came as text or as an object; its ending gives the format. */
  readonly fileName?: string;
  /** What is wrong with a configuration given what is registered; an error refuses it. */
  readonly check?: ConfigCheck;
}

/** Keeps the configuration that runs. A proposal that fails changes nothing. */
export class ConfigHolder {
  readonly #options: ConfigHolderOptions;
  #current: HeldConfig | undefined;

  constructor(options: ConfigHolderOptions = {}) {
    this.#options = options;
  }

  /** The last configuration that was accepted; `undefined` before the first. */
  get current(): HeldConfig | undefined {
    return this.#current;
  }

  /** The revision of `current`, 0 before the first. */
  get revision(): number {
    return this.#current?.config.revision ?? 0;
  }

  /** Takes text or a plain object. Accepted, it is current at once and its revision is one higher. */
  propose(proposal: string | object): ConfigProposal {
    const fileName = this.#options.fileName ?? 'mortise.config.yaml';
    return this.proposeSource(
      typeof proposal === 'string'
        ? { kind: 'text', fileName, text: proposal }
        : { kind: 'value', fileName, value: proposal },
    );
  }

  /** Reads the file, then proposes what it holds. */
  async proposeFile(path: string): Promise<ConfigProposal> {
    return this.proposeSource(await readConfigFile(path));
  }

  proposeSource(source: ConfigSource): ConfigProposal {
    // Asked here, not before reading: two proposals in flight must not get the same number.
    const parsed = parseSource(source, { ...this.#options, previousRevision: this.revision });
    return this.#settle(parsed, this.#options.check ?? (() => []));
  }

  /** Decides about what was read and parsed elsewhere; `check` says what is wrong with it given what is registered. */
  proposeParsed(parsed: ParsedConfig, check: ConfigCheck): ConfigProposal {
    if (parsed.status === 'failed') return this.#settle(parsed, check);
    const config = Object.freeze({ ...parsed.config, revision: this.revision + 1 });
    return this.#settle({ ...parsed, config }, check);
  }

  #settle(parsed: ParsedConfig, check: ConfigCheck): ConfigProposal {
    const diagnostics = collectDiagnostics(parsed, check);
    if (parsed.status === 'failed' || diagnostics.some(({ severity }) => severity === 'error')) {
      return { status: 'refused', diagnostics };
    }
    const { config, document } = parsed;
    this.#current = Object.freeze({ config, document });
    return { status: 'accepted', config, document, diagnostics };
  }
}
