import type { ProblemKind } from '../problems/problem-kinds.ts';
import { escapeHtml, markedText, page } from '../pages/page.ts';

/** One page of the error catalogue: what is fixed about a kind of problem, and what one looks like. */
export type CatalogueEntry = {
  kind: ProblemKind;
  /** The URI that problems of this kind carry; this entry is found there. */
  type: string;
  status: number;
  title: string;
  retryable: boolean;
  cause: string;
  remedy: string;
  example: unknown;
};

const stylesheet = 'page.css';
const yesOrNo = (yes: boolean): string => (yes ? 'yes' : 'no');

/** The list of all kinds of problem. */
export const listPage = (entries: readonly CatalogueEntry[]): string =>
  page({
    title: 'Problems',
    stylesheet,
    body: `<main>
<h1>Problems</h1>
<p>Every refusal is a problem object (RFC 9457), whose <code>type</code> leads to one of these pages.
<code>retryable</code> says whether sending the same request again can help.</p>
<table>
<thead><tr><th>Status</th><th>Problem</th><th>Why</th></tr></thead>
<tbody>
${entries.map(row).join('\n')}
</tbody>
</table>
</main>`,
  });

const row = ({ kind, status, title, cause }: CatalogueEntry): string =>
  `<tr><td>${status}</td><td><a href="/problems/${kind}">${escapeHtml(title)}</a></td>` +
  `<td class="quiet">${markedText(cause)}</td></tr>`;

/** One kind of problem: cause, remedy, and what it looks like. */
export const entryPage = (entry: CatalogueEntry): string =>
  page({
    title: entry.title,
    stylesheet,
    body: `<nav><a href="/problems">All problems</a></nav>
<main>
<h1>${escapeHtml(entry.title)}</h1>
<p class="quiet">Status ${entry.status} · <code>${entry.kind}</code> · retryable: ${yesOrNo(entry.retryable)}, \
unless a problem says otherwise</p>
<h2>Why it happens</h2>
<p>${markedText(entry.cause)}</p>
<h2>What to do</h2>
<p>${markedText(entry.remedy)}</p>
<h2>What it looks like</h2>
<pre>${escapeHtml(JSON.stringify(entry.example, undefined, 2))}</pre>
</main>`,
  });
