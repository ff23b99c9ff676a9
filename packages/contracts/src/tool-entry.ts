import type { ErrorCode } from './error-codes.ts';
import type { Tool, ToolDescription } from './tool.ts';
import type { ToolRunner } from './tool-runner.ts';

/** Where a tool comes from. Decides which ceilings apply to it. */
export type ToolOrigin =
  | { readonly kind: 'core' }
  /** `order` is the extension's place in the configuration; ties are broken by id. */
  | { readonly kind: 'extension'; readonly id: string; readonly order: number }
  | { readonly kind: 'mcp'; readonly server: string };

/** Who runs a tool's code. */
export type ToolImplementation =
  | { readonly kind: 'in-process'; readonly tool: Tool }
  | { readonly kind: 'runner'; readonly runner: ToolRunner };

/** A tool that was claimed, from the registry to the surface and the call. Frozen; holds no code. */
export interface ToolEntry extends ToolDescription {
  readonly origin: ToolOrigin;
  /** Other names that are reserved for it and that selectors accept. */
  readonly aliases: readonly string[];
  readonly isOptional: boolean;
}

/** A registration that lost its name. Nothing was overwritten for it. */
export interface SkippedTool {
  readonly name: string;
  readonly origin: ToolOrigin;
  readonly code: Extract<
    ErrorCode,
    'core_name_clash' | 'extension_id_clash' | 'extension_name_clash'
  >;
  /** Whose name it is: `core`, `extension <id>` or `mcp <server>`. */
  readonly heldBy: string;
}

/** What is registered, at one revision. Two snapshots with one revision are the same object. */
export interface RegistrySnapshot {
  readonly revision: number;
  /** Core tools by name, then extensions in (order, id, name), then MCP tools by name: stable across reloads. */
  readonly entries: readonly ToolEntry[];
  readonly skipped: readonly SkippedTool[];
}
