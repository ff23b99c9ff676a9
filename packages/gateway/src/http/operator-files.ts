import type {
  ConfigChange,
  ConfigText,
  GrantChange,
  GrantRow,
  ProposedConfig,
} from '@mortise/contracts';
import type { ConfigProposal } from '@mortise/host';

/** Why something was not done, in the words of the program's commands. */
export interface FileRefusal {
  readonly status: 'refused';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface ConfigWish {
  readonly changes: readonly ConfigChange[];
  /** The hash of the file that they are for. */
  readonly base: string;
  /** Aborts when the answer is of no more use. */
  readonly signal?: AbortSignal;
}

export interface SavedConfig {
  readonly status: 'saved';
  /** Of what the file says now. */
  readonly hash: string;
  readonly proposal: ConfigProposal;
}

/** What the program that serves can do to its own files: by the same code as its commands. */
export interface OperatorFiles {
  /** The folder of the configuration, which paths in grants start from. */
  readonly workspace: string;
  readConfig(): Promise<ConfigText>;
  /**
   * Works out what changes would make of the file, one after the other, and what that
   * would do to every agent. Writes nothing, and holds no call up.
   */
  proposeConfig(wish: ConfigWish): Promise<ProposedConfig | FileRefusal>;
  /** Writes a text if the file still has the hash it was made from, and has the host read it. */
  saveConfig(text: string, base: string): Promise<SavedConfig | FileRefusal>;
  /** What an extension asks for, was granted and has used. */
  grantsOf(extensionId: string): Promise<readonly GrantRow[] | FileRefusal>;
  /** Gives or takes back what an extension asks for, and has the host read that. */
  changeGrant(extensionId: string, change: GrantChange): Promise<FileRefusal | undefined>;
  /** Keeps a package that was sent, and answers how the configuration names it. */
  keepPackage(fileName: string, bytes: Uint8Array): Promise<string | FileRefusal>;
  /** How the configuration names a path or a package that a person typed. */
  sourceOf(typed: string): string;
  /** Names an extension in the configuration, and has the host read that. */
  addSource(source: string): Promise<FileRefusal | undefined>;
}
