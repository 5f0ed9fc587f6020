import { askEarly } from './ask-early.ts';
import { pageAt, pages } from './pages.ts';

/** So long the scripts that show pages wait for a slow host before they begin. */
const patienceMs = 150;

/** Runs before all else, and is small: what the page of the address needs comes while the scripts that show it are loaded. */
const found = pageAt(location.pathname.replace(/^\/console(?=\/|$)/, '') || '/');
const early = askEarly(found, location);
// Scripts that run keep an answer waiting: what the page asks first is on its way before they do.
await Promise.race([early.settled, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
// Where it fails, the page says so itself when it is loaded again.
const loaded = found?.page.load().catch(() => undefined);
try {
  const { start } = await import('../app/start.tsx');
  await start({ pages, early, first: found && loaded && { page: found.page, loaded } });
} catch (fault) {
  // Such as a file of another release: what tells of faults is among what did not come.
  const told = document.querySelector('#console > p');
  if (told) told.textContent = 'The console could not be loaded. Load this page again.';
  throw fault;
}
