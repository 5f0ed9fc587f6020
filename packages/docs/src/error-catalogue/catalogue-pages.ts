import { codeBlock, escapeHtml, renderInline } from '../pages/markdown.ts';
import { renderPage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import type { ProblemKind } from '@writ/problems';
import type { ProviderCause } from '../provider-causes.ts';

export type CatalogueEntry = {
  kind: ProblemKind;
  /** In problems, and this page's address. */
  type: string;
  status: number;
  title: string;
  retryable: boolean;
  cause: string;
  remedy: string;
  typicalCauses: readonly ({ provider: string } & ProviderCause)[];
  example: unknown;
};

const families = [
  { until: 500, title: 'The request, or what it meets' },
  { until: 600, title: 'The service, or the provider behind it' },
];

export const listPage = (site: Site, entries: readonly CatalogueEntry[]): string =>
  renderPage(site, {
    title: 'Problems',
    path: '/problems',
    body: `<div class="text">
<h1>Problems</h1>
<p>Every refusal is a problem object (RFC 9457), whose <code>type</code> leads to one of these pages. Its \
<code>retryable</code> says whether the same request can succeed later: here that is marked \
<span class="mark good">retryable</span>.</p>
</div>
${families
  .map(({ until, title }, index) => {
    const from = families[index - 1]?.until ?? 0;
    const members = entries.filter(({ status }) => status >= from && status < until);
    return `<h2>${title}</h2>\n<ul class="problems">\n${members.map(row).join('\n')}\n</ul>`;
  })
  .join('\n')}`,
  });

const row = ({ kind, status, title, cause, retryable }: CatalogueEntry): string =>
  `<li id="${kind}"><span class="status">${status}</span><div><span><a href="/problems/${kind}">${escapeHtml(title)}</a>` +
  `${retryable ? ' <span class="mark good">retryable</span>' : ''}</span><p>${renderInline(cause)}</p></div></li>`;

export const entryPage = (site: Site, entry: CatalogueEntry): string =>
  renderPage(site, {
    title: entry.title,
    path: `/problems/${entry.kind}`,
    body: `<article class="problem">
<nav aria-label="Way back"><a href="/problems#${entry.kind}">← All problems</a></nav>
<h1>${escapeHtml(entry.title)}</h1>
<p><span class="status">${entry.status}</span> <code>${entry.kind}</code> \
<span class="mark${entry.retryable ? ' good">retryable' : '">not retryable'}</span></p>
<h2>Why it happens</h2>
<p>${renderInline(entry.cause)}</p>
<h2>What to do</h2>
<p>${renderInline(entry.remedy)}</p>
${entry.typicalCauses.length === 0 ? '' : causes(site, entry.typicalCauses)}
<h2>What it looks like</h2>
<p class="quiet">An occurrence may say more, and otherwise: what it says itself counts.</p>
${codeBlock(JSON.stringify(entry.example, undefined, 2))}
</article>`,
  });

const causes = (site: Site, all: CatalogueEntry['typicalCauses']): string => {
  const groups = [...Map.groupBy(all, ({ provider }) => provider)];
  const nameOf = (provider: string): string =>
    site.causes?.find((one) => one.provider === provider)?.displayName ?? provider;
  return `<h2>Typical causes</h2>
<p class="quiet">Codes as the provider spells them; <code>context.errors</code> of the problem holds them.</p>
${groups
  .map(
    ([provider, own]) =>
      `<h3>${escapeHtml(nameOf(provider))}</h3>\n<dl class="causes">\n${own.map(causeRow).join('\n')}\n</dl>`,
  )
  .join('\n')}`;
};

const causeRow = ({ status, code, means }: ProviderCause): string =>
  `<dt><span class="status">${status}</span>${code === undefined ? '' : ` <code>${code}</code>`}</dt>` +
  `<dd>${renderInline(means)}</dd>`;
