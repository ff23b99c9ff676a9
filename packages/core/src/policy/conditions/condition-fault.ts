/** What is wrong with a schema, and where. Thrown and caught while it is compiled. */
export class ConditionFault extends Error {
  override readonly name = 'ConditionFault';
  readonly at: readonly string[];

  constructor(at: readonly string[], message: string) {
    super(message);
    this.at = at;
  }
}
