import type { Diagnostic } from '@mortise/contracts';
import type { CaseForm } from '../case-form.ts';
import { compareAsSets, refuseUnread } from '../compare.ts';
import { CaseData } from '../conformance-case.ts';
import { CaseHost } from './case-host.ts';
import { toolsNamedIn } from './case-toolkits.ts';

const UNREGISTERED = 'unregistered_tool@';

/** `in.config` with `expect.errors`, each as `code@path:detail`. */
export const toolkitErrorsForm: CaseForm = {
  name: 'toolkit validation',
  accepts: ({ given, expect }) => given.has('config') && new CaseData(expect).has('errors'),
  run: ({ given, expect }) => {
    const wanted = new CaseData(expect);
    const absent = new Set([
      ...given.texts('unregistered'),
      ...wanted.texts('errors').flatMap(absentTool),
    ]);
    const host = new CaseHost({ tools: toolsNamedIn([given.get('config')], absent) });
    const found = host.configure(given.get('config')).map(spellError);
    return [
      ...refuseUnread(expect, ['errors']),
      ...compareAsSets('errors', wanted.get('errors'), found),
    ];
  },
};

/** A case says that a tool is not registered by expecting to be told so. */
function absentTool(error: string): readonly string[] {
  return error.startsWith(UNREGISTERED) ? [error.slice(error.lastIndexOf('.') + 1)] : [];
}

/** `code@path:detail`; no detail where the path names the subject already. */
export function spellError({ code, path = '', subject }: Diagnostic): string {
  // Cases spell this one by who holds what, because no single line of the file is at fault.
  if (code === 'scope_incompatible') return `${code}@${subject}`;
  const isNamed = subject === '' || path === subject || path.endsWith(`.${subject}`);
  return isNamed ? `${code}@${path}` : `${code}@${path}:${subject}`;
}
