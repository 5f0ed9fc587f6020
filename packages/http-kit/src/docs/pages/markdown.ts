import { Marked, type Tokens } from 'marked';

/** A text as it stands in HTML, between tags or in an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Rendering = {
  /** Where a link leads; undefined: nowhere, and only its words stay. */
  target?: (href: string) => string | undefined;
};

/** Markdown of ours as HTML. Headings have the anchors that GitHub gives them; HTML in it is shown, not obeyed. */
export const renderMarkdown = (text: string, rendering: Rendering = {}): string =>
  rendererOf(rendering).parse(text, { async: false });

/** A sentence or two of Markdown, without a paragraph around it. */
export const renderInline = (text: string): string => rendererOf({}).parseInline(text, { async: false });

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const rendererOf = ({ target = (href) => href }: Rendering): Marked =>
  new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = target(href);
        const words = this.parser.parseInline(tokens);
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      // What may be wider than the page scrolls by itself, also by keyboard.
      code: ({ text }) => codeBlock(text),
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[], tag: 'td' | 'th') =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(header, 'th')}</tr></thead>`
          : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });

/** Code that keeps its lines. */
export const codeBlock = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
