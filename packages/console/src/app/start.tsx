import { Provider as TipProvider } from '@radix-ui/react-tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { takeAsked, type Asked } from '../data/client.ts';
import { applyTheme } from '../data/preferences.ts';
import { createQueryClient } from '../data/query-client.ts';
import { sessionQuery } from '../data/session.ts';
import type { PageEntry } from '../page-list.ts';
import { listenForKeys } from '../parts/keys/use-keys.ts';
import { App } from './app.tsx';

type Begun = {
  pages: readonly PageEntry[];
  asked: Asked;
  /** The page of the address; `loaded` resolves to undefined if its file fails. */
  first: { page: PageEntry; loaded: Promise<ComponentType | undefined> } | undefined;
};

/** Waits for the session and the first page: half a page would be rendered twice. */
export async function start({ pages, asked, first }: Begun): Promise<void> {
  applyTheme();
  listenForKeys();
  takeAsked(asked);
  const client = createQueryClient();
  // The rendered console shows an error.
  const session = client.query(sessionQuery(client)).catch(() => undefined);
  const [loaded] = await Promise.all([first?.loaded, session]);
  const late: (() => Promise<void>)[] = [];
  const routes = pages.map(({ path, scopes, load }) => {
    if (path === first?.page.path && loaded) return { path, scopes, Page: loaded };
    const { Page, prepare } = latePage(load);
    late.push(prepare);
    return { path, scopes, Page };
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
  // A page whose file fails now says so when it is opened.
  whenIdle(() => void prepareInTurn(late).catch(() => undefined));
}

/** A page whose file loads when it is opened, or before, by `prepare`: then it renders immediately. */
function latePage(load: () => Promise<ComponentType>): { Page: ComponentType; prepare: () => Promise<void> } {
  let loaded: ComponentType | undefined;
  const Waiting = lazy(async () => ({ default: await load() }));
  return {
    // It keeps its choice: another component would start again.
    Page: function LatePage() {
      const [Chosen] = useState(() => loaded ?? Waiting);
      return <Chosen />;
    },
    prepare: async () => {
      loaded = await load();
    },
  };
}

/**
 * One by one, so that the page's requests do not wait, until the first failure: browsers never reload a file
 * that failed, so a short outage spoils at most one page.
 */
async function prepareInTurn(late: readonly (() => Promise<void>)[]): Promise<void> {
  for (const prepare of late) await prepare();
}

/** Safari has no idle callback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 1_000);
}
