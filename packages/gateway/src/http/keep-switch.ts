/** The extension that is switched: its id, and how the configuration names it. */
export interface SwitchTarget {
  readonly id: string;
  readonly origin: string;
}

/** Whether a switch was written down and is in force; why not, otherwise. */
export type KeptSwitch =
  | { readonly isKept: true }
  | { readonly isKept: false; readonly reason: string };

/** Writes down that an extension is on or off, and has the host take it up. */
export type KeepSwitch = (target: SwitchTarget, isEnabled: boolean) => Promise<KeptSwitch>;
