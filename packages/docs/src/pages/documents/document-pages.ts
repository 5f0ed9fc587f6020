import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf, escapeHtml, renderInline, renderMarkdown } from '../markdown.ts';
import { renderPage } from '../page.ts';
import type { Site } from '../site.ts';

const checkout = join(import.meta.dirname, '../../../../..');

/** For callers and operators, in reading order. */
const documents = [
  { name: 'guide', file: 'docs/guide.md', short: 'Guide' },
  { name: 'readme', file: 'README.md', short: 'First look' },
  { name: 'contract', file: 'docs/contract.md', short: 'API behaviour' },
  { name: 'console', file: 'docs/console.md', short: 'Console' },
  { name: 'operating', file: 'docs/operating.md', short: 'Operating' },
  { name: 'providers', file: 'docs/providers.md', short: 'Providers' },
  { name: 'provider-calls', file: 'docs/provider-calls.md', short: 'Provider calls' },
  { name: 'specification', file: 'docs/specification.md', short: 'Specification' },
] as const;

type Document = (typeof documents)[number];

const addressOf = ({ name }: Document): string => (name === 'guide' ? '/guide' : `/guide/${name}`);

/** Returns the bytes of the page at a path, rendered on first use. */
export function documentPages(site: Site): (path: string) => Buffer | undefined {
  const rendered = new Map<string, Buffer>();
  return (path) => {
    const document = documents.find((each) => addressOf(each) === path);
    if (document === undefined) return undefined;
    const bytes = rendered.get(path) ?? Buffer.from(documentPage(site, document));
    rendered.set(path, bytes);
    return bytes;
  };
}

function documentPage(site: Site, document: Document): string {
  // The words around a picture say the same.
  const text = readFileSync(join(checkout, document.file), 'utf8').replaceAll(
    /^```mermaid\n.*?^```\n|^!\[.*?\]\(.*?\)\n/gms,
    '',
  );
  const [, title = document.short, rest = text] = /^# (.*)\n([^]*)$/.exec(text) ?? [];
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  return renderPage(site, {
    title,
    path: addressOf(document),
    body: `<nav class="tabs" aria-label="Documents">
${documents
  .map(
    (each) =>
      `<a href="${addressOf(each)}"${each === document ? ' aria-current="page"' : ''}>${each.short}</a>`,
  )
  .join('\n')}
</nav>
<h1>${renderInline(title)}</h1>
<div class="document">
<nav class="contents" aria-labelledby="contents"><p id="contents">On this page</p>
<ul>
${headings.map((heading) => `<li><a href="#${anchorOf(heading)}">${renderInline(heading)}</a></li>`).join('\n')}
</ul></nav>
<article class="text">
${renderMarkdown(rest, { target: (href) => targetOf(href, document) })}
</article>
</div>`,
  });
}

/** Another page, the net, or nowhere. */
function targetOf(href: string, from: Document): string | undefined {
  if (/^\w+:/.test(href) || href.startsWith('#')) return escapeHtml(href);
  const [path = '', anchor] = href.split('#');
  const file = normalize(join(dirname(from.file), path));
  const target = documents.find((document) => document.file === file);
  return target && `${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}
