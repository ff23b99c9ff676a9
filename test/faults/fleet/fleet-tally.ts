/** What a client heard of a call. */
export type Heard = 'ok' | 'refused' | 'failed: none' | 'failed: unknown' | 'nothing';

export type CallKind = 'mark' | 'again' | 'guarded' | 'keep' | 'read';

/** A call of a tool that leaves marks, with all that was heard of it, the same call made again included. */
export interface MarkedCall {
  readonly kind: CallKind;
  readonly heard: Heard[];
}

export interface Findings {
  readonly duplicates: readonly string[];
  /** Outcomes that are not what happened. */
  readonly untrue: readonly string[];
  readonly lost: readonly string[];
  readonly approvalsUsedTwice: readonly string[];
  /** What never happened, without which the others say nothing. */
  readonly untried: readonly string[];
  /** Calls of hosts that nothing was done to, and that were not answered. */
  readonly hung: readonly string[];
  readonly unrecovered: readonly string[];
  /** What hosts hold against nodes, though all of them are honest. */
  readonly blamed: readonly string[];
}

/** Counts what clients heard, and compares it with what happened. */
export class FleetTally {
  readonly marked = new Map<string, MarkedCall>();
  /** Values whose keeping was acknowledged. */
  readonly kept = new Set<string>();
  /** Tokens that were made and those that were revoked, as acknowledged. */
  readonly tokens = new Map<string, { readonly token: string; isRevoked: boolean }>();
  /** Approvals that were asked for, by the mark of their call. */
  readonly approvals = new Map<string, number>();
  readonly lost: string[] = [];
  readonly hung: string[] = [];
  readonly unrecovered: string[] = [];
  readonly blamed: string[] = [];
  readonly recoveries: number[] = [];
  readonly faults: Record<string, number> = {};
  readonly outcomes: Record<string, number> = {};
  /** Why what was acknowledged had to be asked for again at the end. */
  readonly askedAgain: Record<string, number> = {};
  calls = 0;

  note(kind: CallKind, mark: string, heard: Heard, code = ''): void {
    this.calls += 1;
    const outcome = `${heard} ${code}`.trim();
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    if (kind === 'keep' && heard === 'ok') this.kept.add(mark);
    if (kind === 'keep' || kind === 'read') return;
    const known = this.marked.get(mark) ?? { kind, heard: [] };
    known.heard.push(heard);
    this.marked.set(mark, known);
  }

  findings(executions: ReadonlyMap<string, number>): Findings {
    const duplicates: string[] = [];
    const untrue: string[] = [];
    const approvalsUsedTwice: string[] = [];
    for (const [mark, { kind, heard }] of this.marked) {
      const ran = executions.get(mark) ?? 0;
      const about = `${kind} ${mark}: ran ${ran} times, heard ${heard.join(', ')}`;
      // The same call that a client made again counts as another one.
      const most = kind === 'again' ? 2 * heard.length : heard.length;
      if (kind === 'guarded') {
        if (ran > (this.approvals.get(mark) ?? 0)) approvalsUsedTwice.push(about);
      } else if (ran > most) duplicates.push(about);
      const certain = heard.filter((each) => each === 'ok').length;
      const possible = heard.filter((each) => each !== 'refused' && each !== 'failed: none').length;
      if (ran < certain) untrue.push(about);
      if (ran > possible * (kind === 'again' ? 2 : 1)) untrue.push(about);
    }
    const { lost, hung, unrecovered, blamed } = this;
    const counts = { marks: executions.size, values: this.kept.size, tokens: this.tokens.size };
    const untried = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [] : [name]));
    return { duplicates, untrue, lost, approvalsUsedTwice, hung, unrecovered, blamed, untried };
  }
}
