import { chromium, type Browser } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

/** Starts the Chromium that `path` leads to, without a window; the caller closes it. Root needs it without its sandbox. */
export const openBrowser = (path: string): Promise<Browser> =>
  chromium.launch({
    executablePath: findInPath('chromium', path) ?? 'chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
