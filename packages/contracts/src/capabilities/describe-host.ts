import { quoteName } from '../text/quote-text.ts';
import { formatHostPattern, parseHostPattern } from './host-pattern.ts';

/** As the URL parser spells it, so that what looks like a known host is one. */
export function describeHost(text: string): string {
  const pattern = parseHostPattern(text);
  if (pattern === undefined) return `${quoteName(text)}, which is no host and matches nothing`;
  const address = formatHostPattern(pattern);
  if (pattern.kind === 'exact') return address;
  return pattern.kind === 'any'
    ? `${address}: any public host there is`
    : `${address}: any host below ${pattern.host}`;
}
