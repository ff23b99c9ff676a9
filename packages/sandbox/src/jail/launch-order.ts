/** What the launcher is told, as JSON in its only argument. */
export interface LaunchOrder {
  /** The native part of koffi, for glibc and for musl. */
  readonly addons: { readonly glibc: string; readonly musl: string };
  /** What it becomes. Its last argument will be the report. */
  readonly program: string;
  readonly args: readonly string[];
  /** Files, and folders with all that is in them. */
  readonly readable: readonly string[];
  readonly hostPid: number;
  /** To become, if the host is root. */
  readonly userId?: number;
  /** Why there is no user to become. */
  readonly noUser: string;
  /** It ends instead if an essential layer is missing. */
  readonly isRequired: boolean;
  /** Layers to do without, as on a machine that lacks them. For tests. */
  readonly without: readonly ('landlock' | 'seccomp')[];
}

/** Its exit code if there can be no jail; why stands in its error output. */
export const NO_JAIL_EXIT = 86;
