import type { ErrorCode } from './error-codes.ts';
import type { ToolRunner } from './ports/tool-runner.ts';
import type { Tool, ToolDescription } from './tool.ts';

/** Where a tool comes from. Decides which ceilings apply to it. */
export type ToolOrigin =
  | { readonly kind: 'core' }
  | { readonly kind: 'extension'; readonly id: string }
  | { readonly kind: 'mcp'; readonly server: string };

/** What runs a tool's code. */
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

/**
 * An extension as the registry knows it, loaded or not. Its id and its names stay its own while it
 * is down: an entry of a list means the same tool, or none, whatever state its extension is in.
 */
export interface ExtensionPlace {
  readonly id: string;
  /** Its place in the configuration; the first wins, ties are broken by id. */
  readonly order: number;
  /** Tools it is known to have: those of its last load and those that the lock file pins. */
  readonly toolNames: readonly string[];
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
  /** Core tools by name, then extensions in (order, id) with their tools by name, then MCP tools by name: stable across reloads. */
  readonly entries: readonly ToolEntry[];
  readonly skipped: readonly SkippedTool[];
  /** Every extension that holds its id, in order; those with tools and those without. */
  readonly extensions: readonly ExtensionPlace[];
}
