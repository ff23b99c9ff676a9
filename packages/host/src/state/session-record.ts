import { type SessionRecord, TOOL_CLASSES, type ToolClass } from '@mortise/contracts';

/** A session that was never written. */
export function emptySession(agentId: string, sessionKey: string): SessionRecord {
  return Object.freeze({ agentId, sessionKey, loadedToolkits: Object.freeze([]), version: 0 });
}

/** The record as it is stored: a copy, one version further. */
export function nextSession(next: SessionRecord, expectedVersion: number): SessionRecord {
  return Object.freeze({
    agentId: next.agentId,
    sessionKey: next.sessionKey,
    loadedToolkits: interpretLoadedToolkits(next.loadedToolkits),
    ...(next.gravest === undefined ? {} : { gravest: next.gravest }),
    version: expectedVersion + 1,
  });
}

/** Rows as a file gives them back, edited by hand or not: names only, each once; anything else is nothing. */
export function interpretLoadedToolkits(raw: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return Object.freeze([...new Set(list.filter((each) => typeof each === 'string'))]);
}

/** Of a column; what is no class of ours is taken for the gravest. */
export function interpretGravest(raw: unknown): ToolClass | undefined {
  if (raw === null || raw === undefined) return undefined;
  return TOOL_CLASSES.find((name) => name === raw) ?? 'irreversible';
}
