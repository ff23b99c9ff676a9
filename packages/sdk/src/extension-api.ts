import type { JsonValue, ParameterSchema } from '@mortise/contracts';
import type { ExtensionPrompt, PromptArguments } from './prompt.ts';
import type { ExtensionResource } from './resource.ts';
import type { ExtensionTool, ToolReducer } from './tool.ts';
import type { ExtensionLog } from './tool-context.ts';

/** What an extension may do while it registers. Revoked afterwards. */
export interface ExtensionApi<Config = JsonValue> {
  readonly id: string;
  /** As the operator configured it; frozen. */
  readonly config: Config;
  readonly log: ExtensionLog;
  /**
   * Offers a tool, or what a function makes: one, several or none. A name that is taken is skipped
   * and reported; nothing is thrown for it.
   */
  registerTool<const Parameters extends ParameterSchema>(
    tool: ExtensionTool<Parameters> | ToolFactory<Config>,
    options?: RegisterOptions,
  ): void;
  /** Offers a prompt to the people behind clients. What is wrong with it is reported; nothing is thrown for it. */
  registerPrompt<const Arguments extends PromptArguments>(
    prompt: ExtensionPrompt<Arguments>,
    options?: RegisterOptions,
  ): void;
  /** Offers a resource, or a form of resources, to clients; reported in the same way. */
  registerResource<const Path extends string>(
    resource: ExtensionResource<Path>,
    options?: RegisterOptions,
  ): void;
  /** Shortens what a tool of this extension answers. One for each tool. */
  registerReducer(reducer: ToolReducer): void;
}

export interface RegisterOptions {
  /** Hidden until an operator names it. Only the literal `true` counts. */
  readonly optional?: boolean;
}

export type ToolFactory<Config = JsonValue> = (context: {
  readonly id: string;
  readonly config: Config;
  readonly log: ExtensionLog;
}) => ExtensionTool | readonly ExtensionTool[] | null;

/** What the entry file of an extension exports by default. */
export type Extension<Config = JsonValue> = (api: ExtensionApi<Config>) => void | Promise<void>;

/** The default export of an entry file, with its types. Costs nothing in the bundle. */
export function defineExtension<Config = JsonValue>(
  register: Extension<Config>,
): Extension<Config> {
  return register;
}
