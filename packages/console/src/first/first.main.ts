import { askEarly } from './ask-early.ts';
import { pageAt, pages } from '../page-list.ts';

/** Runs before all else, and is small: what the page of the address needs comes while the scripts that show it are loaded. */
const found = pageAt(location.pathname.replace(/^\/console(?=\/|$)/, '') || '/');
// Scripts that run keep what is asked waiting: it is on its way before they do.
const asked = askEarly(found, location);
// Where it fails, the page says so itself when it is loaded again.
const loaded = found?.page.load().catch(() => undefined);
try {
  const { start } = await import('../app/start.tsx');
  // From here on the console itself tells what is wrong.
  document.querySelector('#console > p > span')?.remove();
  await start({ pages, asked, first: found && loaded && { page: found.page, loaded } });
} catch (fault) {
  // Such as a file of another release: what tells of faults is among what did not come.
  const told = document.querySelector('#console > p');
  if (told) told.textContent = 'The console could not be loaded. Load this page again.';
  throw fault;
}
