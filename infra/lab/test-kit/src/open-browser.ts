import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

const settings = (path: string) => ({
  executablePath: findInPath('chromium', path) ?? 'chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** As `eventually`: ends a wait that is in vain; a busy machine may take as long as it likes. */
const waitLimitMs = 180_000;

/** Starts the Chromium that `path` leads to, without a window; the caller closes it. Root needs it without its sandbox. */
export async function openBrowser(path: string): Promise<Browser> {
  const browser = await chromium.launch({ ...settings(path), timeout: waitLimitMs });
  return browser.on('context', (context) => context.setDefaultTimeout(waitLimitMs));
}

/** The same with a user's profile in a folder: it alone keeps what scripts were compiled to. */
export const openProfile = (path: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, settings(path));
