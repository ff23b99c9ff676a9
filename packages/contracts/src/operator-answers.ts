import type { Diagnostic } from './diagnostic.ts';

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
