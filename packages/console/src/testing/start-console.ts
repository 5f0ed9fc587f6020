import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWrit } from '@writ/all-in-one/testing';
import { createClosing, type Closing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { sharedBrowser } from '@writ/test-kit/browser';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** How a page is looked at. */
export type Look = Pick<BrowserContextOptions, 'colorScheme' | 'timezoneId' | 'hasTouch'> & {
  width?: number;
  height?: number;
};

/** Who looks: nobody, the administrator, or the holder of a key. */
export type Visitor = 'nobody' | 'administrator' | { apiKey: string };

export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;

export const adminToken = 'token-of-the-administrators';

/** Starts the whole product with a database of its own, and a browser. */
export async function startConsole(closing: Closing, environment: Record<string, string> = {}) {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-console-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  const writ = await startWrit(dataDir, {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: adminToken,
    ...environment,
  });
  closing.add(writ.process, (running) => running.close());
  const origin = new URL(writ.demo.managementUrl).origin;
  const browser = await sharedBrowser(process.env['PATH'] ?? '');
  let pages = createClosing();
  /** Closes what was opened so far: pages that nobody looks at go on asking the service for news. */
  const closePages = async (): Promise<void> => {
    const opened = pages;
    pages = createClosing();
    await opened.close();
  };
  closing.add(closePages, (close) => close());

  /**
   * Opens a page of the console in a browser of its own, signed in with the demo's key unless somebody else looks. `complaints`
   * gathers what the browser says against it, the content security policy included.
   *
   * @param path below `/console`; of the demo's project where it does not begin with a slash
   */
  const open = async (
    path: string,
    { as = writ.demo, width = 1280, height = 844, ...look }: Look & { as?: Visitor } = {},
  ): Promise<{ page: Page; complaints: string[] }> => {
    // What is half shown has half its contrast, and none of it is a fault.
    const still = { reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ viewport: { width, height }, ...still, ...look });
    pages.add(context, async (opened) => {
      // An answer that a test still fetches for its page fails by the close, and nobody waits for it.
      for (const page of opened.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await opened.close();
    });
    if (as !== 'nobody') await signIn(context, origin, as);
    const page = await context.newPage();
    const complaints = listen(page, origin);
    await page.goto(
      `${origin}/console${path.startsWith('/') ? path : `/projects/${writ.demo.project}/${path}`}`,
    );
    return { page, complaints };
  };
  return { ...writ, browser, origin, database, open, closePages };
}

/** Begins a session of the console in a browser. */
export async function signIn(
  { request }: Pick<BrowserContext, 'request'>,
  origin: string,
  as: Exclude<Visitor, 'nobody'>,
): Promise<void> {
  const data = as === 'administrator' ? { adminToken } : { apiKey: as.apiKey };
  const answer = await request.post(`${origin}/v1/session`, { data, headers: { 'X-Writ-Console': '1' } });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

/** What Chromium says of an answer that is a refusal: pages are tested for how they show it. */
const ofRefusals = 'Failed to load resource';

function listen(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || message.text().startsWith(ofRefusals)) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) complaints.push(`asks ${request.url()}`);
  });
  return complaints;
}
