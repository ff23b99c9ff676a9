import type { Rule } from '../../docs/contract/rule.ts';
import type { PlacedCitation } from './cited-files.ts';

/** What is wrong between the rules and the tests that cite them, one sentence each. */
export function checkCitations(
  rules: ReadonlyMap<string, Rule>,
  citations: readonly PlacedCitation[],
): readonly string[] {
  const unknown = citations
    .filter(({ id }) => !rules.has(id))
    .map(
      ({ id, file, line }) => `${file}:${line} cites ${id}, which is no rule of docs/contract.md`,
    );
  const proven = new Set(citations.filter(({ kind }) => kind === 'title').map(({ id }) => id));
  const unproven = [...rules].flatMap(([id, { status }]) => faultOf(id, status, proven.has(id)));
  return [...unknown, ...unproven];
}

function faultOf(id: string, status: Rule['status'], isCited: boolean): readonly string[] {
  if (status === 'planned') {
    return isCited ? [`${id} is cited by a test and marked planned: mark it built or partly`] : [];
  }
  return isCited ? [] : [`${id} is marked ${status}, but the title of no test cites it`];
}
