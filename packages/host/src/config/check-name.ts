import { foldName, showOnOneLine } from '@mortise/contracts';
import type { ConfigReading } from './config-reading.ts';

const LONGEST_NAME = 128;

/** Whether something may be called this; reports it if not. Names become keys of sessions and parts of addresses. */
export function checkName(name: string, path: string, reading: ConfigReading): void {
  const isVisible = name === name.trim() && name === showOnOneLine(name);
  const isFine = name !== '' && isVisible && name.length <= LONGEST_NAME;
  if (isFine) return;
  const message = `${JSON.stringify(reading.show(name))} cannot be a name.`;
  reading.findings.report({ code: 'name_invalid', path, message, subject: reading.show(name) });
}

/** Reports entries whose names are the same after folding; the earlier ones keep the name. */
export function checkUniqueNames(
  entries: readonly { readonly name: string; readonly path: string }[],
  reading: ConfigReading,
  keyOf: (name: string) => string = foldName,
): void {
  const holders = new Map<string, string>();
  for (const { name, path } of entries) {
    const holder = holders.get(keyOf(name));
    if (holder === undefined) {
      holders.set(keyOf(name), path);
      continue;
    }
    reading.findings.report({
      code: 'duplicate_id',
      path,
      subject: reading.show(name),
      message: `the name ${JSON.stringify(reading.show(name))} is taken by ${holder}.`,
    });
  }
}
