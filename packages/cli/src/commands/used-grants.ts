import { open } from 'node:fs/promises';
import { isCapabilityName, usedGrantValue } from '@mortise/contracts';
import { oldAuditFiles } from '@mortise/host';
import type { InstalledGrants } from './installed-grants.ts';

/** How often something that is granted was used, and when last, in ms. */
export interface Usage {
  readonly count: number;
  readonly lastAt: number;
}

/** The end of the log is enough to tell what is in use; an old log may be as large as the disk. */
const MOST_BYTES = 16_000_000;

/** Uses that the audit log has of an extension, by capability and by value of its grant. */
export async function readUsage(
  auditFile: string,
  extensions: readonly InstalledGrants[],
): Promise<ReadonlyMap<string, Usage>> {
  const known = new Map(extensions.map((each) => [each.id, each]));
  const usage = new Map<string, Usage>();
  for (const line of await readLines(auditFile)) {
    const entry = readEntry(line);
    const extension = known.get(entry?.extensionId ?? '');
    if (entry === undefined || extension === undefined) continue;
    const [capability = ''] = entry.action.split('.');
    if (!isCapabilityName(capability)) continue;
    const value = usedGrantValue(capability, extension.granted[capability], entry.target);
    for (const key of [capability, ...(value === undefined ? [] : [`${capability} ${value}`])]) {
      const name = `${extension.id} ${key}`;
      const count = (usage.get(name)?.count ?? 0) + 1;
      usage.set(name, { count, lastAt: Math.max(usage.get(name)?.lastAt ?? 0, entry.at) });
    }
  }
  return usage;
}

interface UseEntry {
  readonly at: number;
  readonly action: string;
  readonly target: string;
  readonly extensionId?: string;
}

/** A line of the log may be cut, damaged or of another version: such a line counts for nothing. */
function readEntry(line: string): UseEntry | undefined {
  if (!line.includes('"capability"')) return undefined;
  try {
    const rawEntry = JSON.parse(line) as Record<string, unknown>;
    const { at, action, target, extensionId, kind, decision } = rawEntry;
    const isUse = kind === 'capability' && decision === 'allowed' && Number.isFinite(at);
    if (!isUse || typeof action !== 'string' || typeof target !== 'string') return undefined;
    return { at: Number(at), action, target, extensionId: String(extensionId) };
  } catch {
    return undefined;
  }
}

/** Of the log that is written, then of those that were put aside, the newest first. */
async function readLines(auditFile: string): Promise<readonly string[]> {
  const old = await oldAuditFiles(auditFile);
  let left = MOST_BYTES;
  const lines: string[] = [];
  for (const path of [auditFile, ...old.map((each) => each.path)]) {
    if (left <= 0) break;
    const text = await readEnd(path, left);
    left -= text.length;
    for (const line of text.split('\n')) lines.push(line);
  }
  return lines;
}

async function readEnd(path: string, most: number): Promise<string> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}
