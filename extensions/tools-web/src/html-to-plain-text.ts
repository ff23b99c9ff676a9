import { convert, type HtmlToTextOptions } from 'html-to-text';

export interface PlainPage {
  readonly title: string;
  readonly text: string;
}

const LONGEST_LINK = 300;
const LONGEST_TITLE = 300;
/** Deeper pages exist only to break parsers; what lies below becomes an ellipsis. */
const LIMITS = { maxDepth: 300, maxInputLength: 4_000_000, ellipsis: '[… left out …]' };

/** What a reader sees of a page: no scripts, styles or pictures; links with their whole address. */
export function htmlToPlainText(html: string, baseUrl: string): PlainPage {
  const rewrite = (path: string) => resolveLink(path, baseUrl);
  const text = convert(html, {
    wordwrap: false,
    limits: LIMITS,
    selectors: [
      {
        selector: 'a',
        options: { pathRewrite: rewrite, hideLinkHrefIfSameAsText: true, ignoreHref: false },
      },
      { selector: 'img', format: 'skip' },
      { selector: 'svg', format: 'skip' },
      { selector: 'noscript', format: 'skip' },
      { selector: 'template', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(plainHeading),
    ],
  });
  return { title: titleOf(html), text: text.replaceAll(/\n{3,}/g, '\n\n').trim() };
}

/** Titles in capitals read as shouting to a model as well. */
function plainHeading(selector: string) {
  return { selector, options: { uppercase: false } };
}

function titleOf(html: string): string {
  const options: HtmlToTextOptions = {
    wordwrap: false,
    limits: LIMITS,
    baseElements: { selectors: ['title'], returnDomByDefault: false },
  };
  return convert(html, options).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
}

/** Addresses that cannot be followed, or carry data of their own, say nothing to a reader. */
function resolveLink(path: string, baseUrl: string): string {
  if (path.startsWith('#') || path.length > LONGEST_LINK) return '';
  try {
    const { href, protocol } = new URL(path, baseUrl);
    return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : '';
  } catch {
    return '';
  }
}
