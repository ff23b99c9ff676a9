import { DynamicStructuredTool, type DynamicStructuredToolInput } from '@langchain/core/tools';

/**
 * A tool whose arguments LangChain does not check before it runs: the host does, under the clock of the
 * isolate. LangChain would run the patterns of a schema, which is an extension's, in this process without
 * a limit of time, and would tell the model only that something did not match.
 */
export class UncheckedTool extends DynamicStructuredTool {
  constructor(fields: DynamicStructuredToolInput) {
    super(fields);
    const checked = this.call;
    // Its validator writes into the schema, so it has one of its own, which lets anything through.
    const unchecked: this = Object.create(this, { schema: { value: {} } });
    this.call = (...parts) => checked.apply(unchecked, parts);
  }
}
