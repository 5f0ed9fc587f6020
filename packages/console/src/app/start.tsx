import { Provider as TipProvider } from '@radix-ui/react-tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { takeAsked } from '../data/client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { sessionQuery } from '../data/session.ts';
import type { Asked } from '../data/asked.ts';
import type { PageEntry } from '../page-list.ts';
import { listenForKeys } from '../parts/keys/use-keys.ts';
import { App } from './app.tsx';
import { latePage } from './late-page.tsx';
import { applyTheme } from './preferences.ts';

type Begun = {
  pages: readonly PageEntry[];
  asked: Asked;
  /** The page of the address, which is being loaded; without `loaded` where that fails. */
  first: { page: PageEntry; loaded: Promise<ComponentType | undefined> } | undefined;
};

/** Shows the console once it is known who is signed in, and their page is there: what is shown half is drawn twice. */
export async function start({ pages, asked, first }: Begun): Promise<void> {
  applyTheme();
  listenForKeys();
  takeAsked(asked);
  const client = createQueryClient();
  // What went wrong is told by what is drawn.
  const session = client.query(sessionQuery(client)).catch(() => undefined);
  const [loaded] = await Promise.all([first?.loaded, session]);
  const late: (() => Promise<void>)[] = [];
  const routes = pages.map(({ path, load }) => {
    if (path === first?.page.path && loaded) return { path, Page: loaded };
    const { Page, prepare } = latePage(load);
    late.push(prepare);
    return { path, Page };
  });
  const place = document.getElementById('console');
  if (place)
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <Router base="/console">
            <TipProvider delayDuration={200}>
              <App routes={routes} />
            </TipProvider>
          </Router>
        </QueryClientProvider>
      </StrictMode>,
    );
  // A page whose file does not come now says so to whoever goes there.
  whenIdle(() => void prepareInTurn(late).catch(() => undefined));
}

/**
 * One after another, so that what the page asks is not kept waiting, and no further than to the first that fails: browsers ask for
 * no file again that failed once, so a short outage is to spoil one page at most.
 */
async function prepareInTurn(late: readonly (() => Promise<void>)[]): Promise<void> {
  for (const prepare of late) await prepare();
}

/** Once what is shown first has been drawn and the browser has nothing to do; Safari does not tell of that. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, idleAfterMs);
}

const idleAfterMs = 1000;
