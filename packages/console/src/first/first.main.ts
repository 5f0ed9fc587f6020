import { askEarly } from './ask-early.ts';
import { pageAt, pages } from '../page-list.ts';

/** Runs first: requests the page's data while the other scripts load. */
const found = pageAt(location.pathname.replace(/^\/console(?=\/|$)/, '') || '/');
// Send the requests before the scripts run: they block the main thread.
const asked = askEarly(found, location);
// A failed page says so when it loads again.
const loaded = found?.page.load().catch(() => undefined);
try {
  const { start } = await import('../app/start.tsx');
  // From now on the console shows errors itself.
  document.querySelector('#console > p > span')?.remove();
  await start({ pages, asked, first: found && loaded && { page: found.page, loaded } });
} catch (fault) {
  // Such as a file of another release.
  const told = document.querySelector('#console > p');
  if (told) told.textContent = 'The console could not be loaded. Load this page again.';
  throw fault;
}
