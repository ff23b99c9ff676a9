import { ERROR_CODES, type ErrorCode } from '@mortise/contracts';

const KINDS = {
  refusal: 'Refusals: the tool’s code never ran',
  failure: 'Failures: the tool’s code may have run',
  fault: 'Faults: thrown while loading or composing, never by a call',
  diagnostic: 'Diagnostics: reported, nothing else stops',
} as const;

/** The page of all codes, made from the one table. */
export function errorCodesPage(): string {
  const sections = Object.entries(KINDS).map(([kind, heading]) => {
    const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter(
      (code) => ERROR_CODES[code].kind === kind,
    );
    const rows = codes.map(
      (code) => `- \`${code}\`: ${ERROR_CODES[code].summary} ${ERROR_CODES[code].hint}`,
    );
    return `## ${heading}\n\n${rows.join('\n')}`;
  });
  const heading =
    '# Error codes\n\nMade from `packages/contracts/src/error-codes.ts` by `pnpm docs:codes`. A code is never renamed and never reused; each says what happened and what to do next. The rules behind them are in [the contract](contract.md).';
  return `${[heading, ...sections].join('\n\n')}\n`;
}
