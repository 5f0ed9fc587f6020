import { escapeHtml } from './markdown.ts';
import { placesOf, renderPage } from './page.ts';
import type { Site } from './site.ts';

const consoleCard = {
  address: '/console',
  title: 'Console',
  words: 'The outcome of each write, what waits and why, and what was delivered.',
};

export function homePage(site: Site): string {
  const { writeUrl, managementUrl, api } = site;
  const cards = [...(site.console ? [consoleCard] : []), ...placesOf(site)];
  const hosts = [
    { name: 'Write host', address: writeUrl, host: 'write' },
    { name: 'Management host', address: managementUrl, host: 'management' },
  ];
  return renderPage(site, {
    title: 'Writ',
    path: '/',
    body: `<div class="lead">
<h1>Writ</h1>
<p>Writes records into the CRMs of your customers, keeps a status record of every write, and notifies your backend \
of each outcome.</p>
</div>
<ul class="cards">
${cards
  .map(
    ({ address, title, words }) =>
      `<li><a href="${escapeHtml(address)}"><strong>${title}</strong><span>${words}</span></a></li>`,
  )
  .join('\n')}
</ul>
<h2>Where requests go</h2>
<dl class="facts">
${hosts
  .map(
    ({ name, address, host }) =>
      `<dt>${name}${host === api.host ? ' <span class="mark">this one</span>' : ''}</dt>` +
      `<dd><code>${escapeHtml(address)}</code></dd>`,
  )
  .join('\n')}
</dl>`,
  });
}
