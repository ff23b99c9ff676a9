import type { Diagnostic } from '@mortise/contracts';
import type { ConfigProposal } from '@mortise/host';

/** Why something was not done, in the words of the program's commands. */
export interface FileRefusal {
  readonly status: 'refused';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** The configuration file as it is. */
export interface ConfigText {
  readonly fileName: string;
  readonly text: string;
  /** Of the text; a change is bound to it. */
  readonly hash: string;
  /** Why it cannot be edited without losing something, if so. */
  readonly notEditable?: string;
}

/** One step of an edit on the text of a configuration; everything else of it, comments included, stays. */
export type ConfigStep =
  | {
      readonly kind: 'add';
      readonly path: readonly (string | number)[];
      readonly texts: readonly string[];
    }
  | {
      readonly kind: 'remove';
      readonly path: readonly (string | number)[];
      readonly positions: readonly number[];
    }
  | { readonly kind: 'delete'; readonly path: readonly (string | number)[] }
  | {
      /** `append` puts it behind the last entry of the list at the path, which is made if there is none. */
      readonly kind: 'set' | 'append';
      readonly path: readonly (string | number)[];
      readonly value: unknown;
    };

/** What a person wants to be different. */
export type ConfigChange =
  /** The whole text, as it was edited. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'steps'; readonly steps: readonly ConfigStep[] }
  /** As `mortise allow` and `mortise deny` do it: exactly these tools for this agent, wherever that is written best. */
  | {
      readonly kind: 'allow' | 'deny';
      readonly agentId: string;
      readonly texts: readonly string[];
      readonly removes?: boolean;
    }
  /** Of one agent, or of all that have none of their own. */
  | { readonly kind: 'profile'; readonly agentId?: string; readonly profile: string }
  | {
      readonly kind: 'toolkits';
      readonly agentId: string;
      readonly allowed: readonly string[];
      readonly initial: readonly string[];
    }
  /** One more rule on arguments, of one agent or of all. */
  | { readonly kind: 'rule'; readonly agentId?: string; readonly rule: unknown };

export interface ConfigWish {
  readonly changes: readonly ConfigChange[];
  /** The hash of the file that they are for. */
  readonly base: string;
  /** Aborts when the answer is of no more use. */
  readonly signal?: AbortSignal;
}

/** What an agent would gain and lose; of long lists the first, and how many there are. */
export interface AgentChange {
  readonly agentId: string;
  readonly appears: readonly MovedTool[];
  readonly appearCount: number;
  readonly disappears: readonly MovedTool[];
  readonly disappearCount: number;
  /** Tools whose rules on arguments differ. */
  readonly rules: readonly {
    readonly tool: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly ruleCount: number;
  readonly activeCount: number;
  readonly activeTokens: number;
}

export interface MovedTool {
  readonly tool: string;
  readonly tokens: number;
  readonly before: string;
  readonly after: string;
}

/** What changes would make of the file, and what that would do. */
export interface ProposedConfig {
  readonly status: 'proposed';
  readonly text: string;
  readonly notes: readonly string[];
  readonly isAcceptable: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if it could not be used. */
  readonly preview?: {
    /** Those that it concerns, the first of them. */
    readonly agents: readonly AgentChange[];
    readonly changed: number;
    readonly unchanged: number;
    /** Allow lists that turn from opt-in to ceiling or back. */
    readonly modes: readonly {
      readonly path: string;
      readonly before: string;
      readonly after: string;
    }[];
  };
}

export interface SavedConfig {
  readonly status: 'saved';
  /** Of what the file says now. */
  readonly hash: string;
  readonly proposal: ConfigProposal;
}

/** One thing that an extension asks for or was granted. */
export interface GrantRow {
  readonly capability: string;
  readonly value: string;
  readonly words: string;
  readonly isAsked: boolean;
  readonly isGranted: boolean;
  /** Which file grants it. */
  readonly standsIn?: string;
  /** How often the audit log has it, and when last, wall clock in ms. */
  readonly used?: { readonly count: number; readonly lastAt: number };
}

/** One value to give or to take back. */
export interface GrantChange {
  readonly capability: string;
  readonly value: string;
  readonly isGranted: boolean;
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
