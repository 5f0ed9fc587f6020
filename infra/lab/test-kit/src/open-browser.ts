import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

const settings = (path: string) => ({
  executablePath: findInPath('chromium', path) ?? 'chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** Starts the Chromium that `path` leads to, without a window; the caller closes it. Root needs it without its sandbox. */
export const openBrowser = (path: string): Promise<Browser> => chromium.launch(settings(path));

/** The same with a user's profile in a folder: it alone keeps what scripts were compiled to. */
export const openProfile = (path: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, settings(path));
