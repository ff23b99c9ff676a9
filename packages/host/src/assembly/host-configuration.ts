import { basename } from 'node:path';
import {
  type ConfigFile,
  type Diagnostic,
  ERROR_CODES,
  type HostConfig,
  MortiseError,
} from '@mortise/contracts';
import type { FoundElsewhere } from '../access/access-control.ts';
import { type ConfigCheck, collectDiagnostics } from '../config/collect-diagnostics.ts';
import type { ConfigPlace } from '../config/config-document.ts';
import { ConfigHolder, type ConfigProposal, type HeldConfig } from '../config/config-holder.ts';
import { FileMark } from '../config/file-mark.ts';
import { formatDiagnostics } from '../config/format-diagnostics.ts';
import { parseConfig } from '../config/parse-config.ts';
import { placeDiagnostics } from '../config/place-diagnostics.ts';
import { readConfigFile } from '../config/read-config-file.ts';
import type { CheckedText, ConfigReader, ConfigText } from '../reading/config-reader.ts';
import type { HostOptions } from './host-options.ts';

type ReadOptions = Pick<HostOptions, 'config' | 'env'>;

/** What configurations are checked with once everything is registered. */
export interface RegistryChecks {
  readonly check: ConfigCheck;
  /** Reads long texts without holding calls up. */
  readonly reader: Pick<ConfigReader, 'read'>;
  /** Takes over what the reader found. */
  readonly takeFindings: (found: FoundElsewhere) => readonly Diagnostic[];
}

/** The configuration that is in force, and what every other one is checked with. */
export class HostConfiguration {
  readonly #env: Pick<HostOptions, 'env'>;
  readonly #holder: ConfigHolder;
  // The first one is read before anything is registered; `checkWith` looks at it again.
  #checks: RegistryChecks | undefined;
  #mark: FileMark | undefined;
  readonly #followers: ((config: HostConfig) => void)[] = [];

  private constructor({ env }: ReadOptions) {
    this.#env = env === undefined ? {} : { env };
    this.#holder = new ConfigHolder({ ...this.#env, check: (draft) => this.findings(draft) });
  }

  /** Reads the configuration of the options. Rejects with `config_rejected` if it is bad. */
  static async read(options: ReadOptions): Promise<HostConfiguration> {
    const configuration = new HostConfiguration(options);
    const first = await configuration.propose(options.config ?? {});
    if (first.status === 'refused') throw rejected(first.diagnostics);
    return configuration;
  }

  get current(): HostConfig {
    return this.#held.config;
  }

  /** Whether each user has a secret of this name. */
  isPerUser(secret: string): boolean {
    const { secrets = {} } = this.current;
    return Object.hasOwn(secrets, secret) && secrets[secret]?.per === 'user';
  }

  /** The file it came from, or what diagnostics call it. */
  get file(): string {
    return this.#held.document.file;
  }

  /** From here on proposals are checked with what is registered. Throws if the one in force fails. */
  checkWith(checks: RegistryChecks): void {
    this.#checks = checks;
    const errors = this.diagnostics().filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw rejected(errors);
  }

  /** Takes a configuration if it is good; a bad one changes nothing and says why. */
  async propose(next: ConfigFile | string): Promise<ConfigProposal> {
    if (typeof next !== 'string') return this.#accept(this.#holder.propose(next), undefined);
    // Taken before the file is read: what is written meanwhile must not pass for what was read.
    const mark = new FileMark(next);
    return this.#accept(await this.#proposeFile(next), mark);
  }

  async #proposeFile(path: string): Promise<ConfigProposal> {
    const source = await readConfigFile(path);
    const read = source.kind === 'text' ? await this.#readBeside(source) : undefined;
    if (read === undefined) return this.#holder.proposeSource(source);
    return this.#holder.proposeParsed(read.parsed, this.#checkOf(read));
  }

  /** A text that takes long, read and checked in a thread; `undefined` for all others. */
  async #readBeside(text: ConfigText): Promise<CheckedText | undefined> {
    // A thread that failed costs time and nothing else: the text is read here then.
    return this.#checks?.reader.read({ ...text, ...this.#env }).catch(() => undefined);
  }

  #checkOf({ found, snapshot }: CheckedText): ConfigCheck {
    return (config) => this.#checks?.takeFindings({ config, snapshot, found }) ?? [];
  }

  #accept(proposal: ConfigProposal, mark: FileMark | undefined): ConfigProposal {
    if (proposal.status === 'refused') return proposal;
    this.#mark = mark;
    for (const follow of this.#followers) follow(proposal.config);
    return proposal;
  }

  /** Tells the one in force, now and whenever another takes its place: for parts that every call asks. */
  follow(use: (config: HostConfig) => void): void {
    this.#followers.push(use);
    use(this.current);
  }

  /** That the file is not what runs any more, if so. */
  staleness(): readonly Diagnostic[] {
    if (this.#mark?.isChanged !== true) return [];
    const { summary: message, hint } = ERROR_CODES.config_changed;
    const { file } = this.#held.document;
    return [
      { code: 'config_changed', severity: 'warning', subject: basename(file), message, hint, file },
    ];
  }

  /** What is wrong with a configuration given what is registered now; changes nothing. */
  findings(config: HostConfig): readonly Diagnostic[] {
    return this.#checks?.check(config) ?? [];
  }

  /** What is wrong with the one in force, with file and line. */
  diagnostics(): readonly Diagnostic[] {
    return this.place(this.findings(this.current));
  }

  /** Adds file and line to findings that have a config path and no file of their own. */
  place(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return placeDiagnostics(diagnostics, this.#held.document);
  }

  /** Everything that is wrong with a text; the ending of the name gives the format. */
  async checkText(text: string, fileName: string): Promise<readonly Diagnostic[]> {
    const read = await this.#readBeside({ text, fileName });
    return read === undefined
      ? collectDiagnostics(parseConfig(text, { fileName, ...this.#env }), (config) =>
          this.findings(config),
        )
      : collectDiagnostics(read.parsed, this.#checkOf(read));
  }

  locate(path: string): ConfigPlace | undefined {
    return this.#held.document.locate(path);
  }

  get #held(): HeldConfig {
    const { current } = this.#holder;
    if (current === undefined) throw new Error('No configuration has been read.');
    return current;
  }
}

function rejected(diagnostics: readonly Diagnostic[]): MortiseError {
  return new MortiseError('config_rejected', `\n${formatDiagnostics(diagnostics)}`);
}
