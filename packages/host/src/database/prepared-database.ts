import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * A database that prepares each text once. A prepared statement is memory outside of V8's heap that
 * only the garbage collector gives back, and V8 does not see how much it is; so no text may hold a
 * value: values are bound. Not for `iterate`: two loops over one statement would disturb each other.
 */
export class PreparedDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const kept = this.isOpen ? this.#statements.get(sql) : undefined;
    if (kept !== undefined) return kept;
    const statement = super.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Statements end with the connection that they were prepared for. */
  override close(): void {
    this.#statements.clear();
    super.close();
  }
}
