import {
  type Disposer,
  MortiseError,
  type ToolResultReducer,
  type ToolResultReducerRegistry,
} from '@mortise/contracts';
import { createDisposer } from '../registry/create-disposer.ts';

/** One reducer per tool, found by the tool's exact name. */
export class DefaultToolResultReducerRegistry implements ToolResultReducerRegistry {
  readonly #reducers = new Map<string, ToolResultReducer>();

  register(reducer: ToolResultReducer): Disposer {
    const { toolName } = reducer;
    if (this.#reducers.has(toolName)) {
      throw new MortiseError('reducer_clash', `Reducer already registered for tool '${toolName}'.`);
    }
    this.#reducers.set(toolName, reducer);
    return createDisposer(() => {
      // By identity: the name may have a new reducer since.
      if (this.#reducers.get(toolName) === reducer) this.#reducers.delete(toolName);
    });
  }

  get(toolName: string): ToolResultReducer | undefined {
    return this.#reducers.get(toolName);
  }
}
