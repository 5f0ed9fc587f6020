import { Marked, type Tokens } from 'marked';

/** Between tags or in an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Rendering = {
  /** The target of a link; undefined: only its words stay. */
  target?: (href: string) => string | undefined;
};

/** Headings have GitHub's anchors; HTML is escaped. */
export const renderMarkdown = (text: string, rendering: Rendering = {}): string =>
  rendererOf(rendering).parse(text, { async: false });

/** Without a paragraph around it. */
export const renderInline = (text: string): string => rendererOf({}).parseInline(text, { async: false });

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
      // Wide blocks scroll by themselves, also by keyboard.
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

export const codeBlock = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
