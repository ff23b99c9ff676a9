/** A call as the load makes it. */
export interface SoakCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** One conversation with the host. */
export interface SoakSession {
  /** Answers `ok` or the code of the problem. Never rejects. */
  call(call: SoakCall): Promise<string>;
  close(): Promise<void>;
}

/** A host under load, in this process or in another. */
export interface SoakTarget {
  openSession(key: string): Promise<SoakSession>;
  /** Has the host take up the code of an extension that was edited; answers what came of it. */
  reload(extensionId: string): Promise<string>;
  /** Runner processes that could be killed. */
  runners(): Promise<readonly number[]>;
  close(): Promise<void>;
}
