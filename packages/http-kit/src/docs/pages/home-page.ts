import { escapeHtml } from './markdown.ts';
import { renderPage } from './page.ts';
import { pageAddress, type Site } from './site.ts';

const consoleCard = {
  address: '/console',
  title: 'Console',
  words: 'What became of each write, what waits and why, and what was delivered.',
};

export function homePage(site: Site): string {
  const { writeUrl, managementUrl, api } = site;
  const cards = [
    ...(site.console ? [consoleCard] : []),
    {
      address: '/guide',
      title: 'Guide',
      words: 'From the demo to a project of your own and a real CRM, step by step. With a glossary.',
    },
    {
      address: pageAddress(site, 'write', '/docs'),
      title: 'Write API',
      words: 'Create, update and delete records of a CRM: at once, or later with retries.',
    },
    {
      address: pageAddress(site, 'management', '/docs'),
      title: 'Management API',
      words: 'What is connected, what became of each write, and who is told.',
    },
    {
      address: '/problems',
      title: 'Problems',
      words: 'Every refusal: why it happens and what to do, with the codes of HubSpot and Salesforce.',
    },
  ];
  const hosts = [
    { name: 'Write host', address: writeUrl, host: 'write' },
    { name: 'Management host', address: managementUrl, host: 'management' },
  ];
  return renderPage(site, {
    title: 'Writ',
    path: '/',
    body: `<div class="lead">
<h1>Writ</h1>
<p>Writes records into the CRMs of your customers, keeps a status record of every write, and tells your backend \
how each one ended.</p>
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
