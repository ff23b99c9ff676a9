import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToPlainText } from './html-to-plain-text.ts';

const BASE = 'https://example.org/docs/page';

describe('htmlToPlainText', () => {
  it.each([
    { html: '<p>a</p><p>b</p>', text: 'a\n\nb' },
    { html: '<h1>Big</h1>text', text: 'Big\n\ntext' },
    { html: 'a<script>evil()</script><style>x{}</style><noscript>n</noscript>b', text: 'ab' },
    { html: '<a href="../x">up</a>', text: 'up [https://example.org/x]' },
    { html: '<a href="javascript:x()">run</a>', text: 'run' },
    { html: '<a href="#top">top</a>', text: 'top' },
    { html: '<ul><li>a<li>b</ul>', text: '* a\n * b' },
    { html: '<img src="a.png" alt="pic">x', text: 'x' },
    { html: '&lt;b&gt; &amp; &#x1f600;', text: '<b> & 😀' },
    { html: '<!-- hidden -->shown', text: 'shown' },
    { html: '', text: '' },
  ])('turns $html into $text', ({ html, text }) => {
    expect(htmlToPlainText(html, BASE).text).toBe(text);
  });

  it('takes the title from the head and not from the text', () => {
    const page = htmlToPlainText('<head><title> A\n b </title></head><body>c</body>', BASE);
    expect(page).toEqual({ title: 'A b', text: 'c' });
  });

  it('survives nesting that would overflow the stack', () => {
    const html = `${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}`;
    expect(htmlToPlainText(html, BASE).text.length).toBeLessThan(100);
  });

  it('never throws on arbitrary markup', () => {
    const anyMarkup = fc
      .array(
        fc.oneof(
          fc.constantFrom('<a href=', '<table>', '<td>', '</p>', '<!--', '"', '>'),
          fc.string(),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(fc.property(anyMarkup, (html) => void htmlToPlainText(html, BASE)));
  });
});
