/** What the launcher is told. */
export interface LaunchOrder {
  /** The native part of koffi, for glibc and for musl. */
  readonly addons: { readonly glibc: string; readonly musl: string };
  readonly kind: JailKind;
  /** What it becomes. */
  readonly program: string;
  readonly args: readonly string[];
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors that it keeps. */
  readonly descriptors: readonly number[];
  readonly paths: JailPaths;
  /** Whether it may use TCP and UDP. */
  readonly network: boolean;
  readonly hostPid: number;
  /** Whether it leads a process group, which ends with it. */
  readonly ownGroup: boolean;
  /** To become, if the host is root. */
  readonly userId?: number;
  /** Why there is no user to become. */
  readonly noUser: string;
  /** It ends instead if an essential layer is missing. */
  readonly isRequired: boolean;
  /** What to do without, as on a machine that lacks it, and why. For tests. */
  readonly without: HiddenLayers;
}

/**
 * `runner`: code of ours that runs guests; reads files, lists nothing. `reader`: code of ours that reads
 * files of strangers; lists folders, too. `program`: a program that an operator granted.
 */
export type JailKind = 'runner' | 'reader' | 'program';

/** Files, and folders with all that is in them. */
export interface JailPaths {
  readonly read: readonly string[];
  /** To be read as well. */
  readonly write: readonly string[];
  /** What stays out of reach although it lies in one of the others. */
  readonly hidden: readonly string[];
  /** What cannot be written although it lies where that is allowed. */
  readonly readOnly?: readonly string[];
}

/** What a machine may lack, and what is said then. */
export const HIDEABLE = {
  landlock: 'the kernel has no Landlock',
  seccomp: 'the kernel has no seccomp',
  namespaces: 'the machine allows no namespaces',
  processes: 'the machine allows no view of processes of its own',
  notifications: 'the kernel cannot ask about system calls',
  koffi: 'its native part is not installed',
} as const;
export type HideableLayer = keyof typeof HIDEABLE;
export type HiddenLayers = { readonly [Layer in HideableLayer]?: string };

/** Its exit code if there can be no jail; why stands in its error output. */
export const NO_JAIL_EXIT = 86;

/** What it says on the descriptor that its order came from, each in a line; a runner is told in its last argument. */
export type LaunchWord =
  | { readonly report: unknown }
  /** The process that the report is of, if it is not the launcher's own. */
  | { readonly process: number }
  /** No jail can be made on this machine; what was tried, where it got that far. */
  | { readonly fault: string; readonly report?: unknown }
  /** None could be made for this order, which says nothing of others. */
  | { readonly broken: string }
  /** The program could not be started, with the error number. */
  | { readonly failed: number };
