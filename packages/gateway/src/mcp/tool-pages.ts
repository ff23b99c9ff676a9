import { createHash } from 'node:crypto';
import {
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import type { ToolEntry, ToolSurface } from '@mortise/contracts';
import { describeTool } from './describe-tool.ts';

export interface ToolPagesOptions {
  readonly pageSize: number;
  /** A page ends early rather than pass this, in characters of JSON. */
  readonly pageChars: number;
}

/** Cuts surfaces into pages. A cursor fits only the list it was made for. */
export class ToolPages {
  readonly #options: ToolPagesOptions;
  /** Keyed by what never changes: an entry, and the list of a surface. */
  readonly #described = new WeakMap<ToolEntry, DescribedTool>();
  readonly #digests = new WeakMap<ToolSurface['active'], string>();

  constructor(options: ToolPagesOptions) {
    this.#options = options;
  }

  /** Throws `-32602` for a cursor that is not one, or that belongs to a list that has changed since. */
  page(surface: ToolSurface, cursor: string | undefined): ListToolsResult {
    const { active } = surface;
    const start = cursor === undefined ? 0 : this.#readCursor(active, cursor);
    const tools: Tool[] = [];
    let chars = 0;
    for (const entry of active.slice(start, start + this.#options.pageSize)) {
      const described = this.#describe(entry);
      chars += described.chars;
      if (tools.length > 0 && chars > this.#options.pageChars) break;
      tools.push(described.tool);
    }
    const end = start + tools.length;
    return end < active.length ? { tools, nextCursor: this.#writeCursor(active, end) } : { tools };
  }

  #describe(entry: ToolEntry): DescribedTool {
    const known = this.#described.get(entry);
    if (known !== undefined) return known;
    const tool = describeTool(entry);
    const described = { tool, chars: JSON.stringify(tool).length };
    this.#described.set(entry, described);
    return described;
  }

  #writeCursor(active: ToolSurface['active'], offset: number): string {
    return Buffer.from(`${offset}.${this.#digest(active)}`).toString('base64url');
  }

  #readCursor(active: ToolSurface['active'], cursor: string): number {
    const [offset = '', digest] = Buffer.from(cursor, 'base64url').toString().split('.');
    if (!/^\d{1,9}$/.test(offset) || digest === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'This is not a cursor of tools/list.',
      );
    }
    if (digest !== this.#digest(active)) {
      const message =
        'The list of tools has changed since this cursor was made. List from the start.';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return Number(offset);
  }

  #digest(active: ToolSurface['active']): string {
    const known = this.#digests.get(active);
    if (known !== undefined) return known;
    const names = active.map(({ name }) => name).join(' ');
    const digest = createHash('sha256').update(names).digest('hex').slice(0, 16);
    this.#digests.set(active, digest);
    return digest;
  }
}

interface DescribedTool {
  readonly tool: Tool;
  readonly chars: number;
}
