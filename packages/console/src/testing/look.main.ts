import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startWrit } from '@writ/all-in-one/testing';
import { createClosing } from '@writ/service-kit';
import { openBrowser } from '@writ/test-kit/browser';
import { makeDeliveries } from './make-deliveries.ts';
import { makeTraffic } from './make-traffic.ts';
import { adminToken, signIn } from './start-console.ts';

const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * Pictures of pages, with traffic of all kinds: `look.main.ts <folder> <path below the project> …`. A path that begins with a
 * slash is below `/console`, and an administrator looks.
 */
const [folder = '.data/looks', ...paths] = process.argv.slice(2);
const closing = createClosing();
try {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-look-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const writ = await startWrit(dataDir, { ADMIN_TOKEN: adminToken });
  closing.add(writ.process, (running) => running.close());
  const { receiver, ...deliveries } = await makeDeliveries(writ);
  closing.add(receiver, (running) => running.close());
  const made = { ...(await makeTraffic(writ)), ...deliveries };
  const browser = closing.add(await openBrowser(process.env['PATH'] ?? ''), (opened) => opened.close());
  await mkdir(folder, { recursive: true });
  const { origin } = new URL(writ.demo.managementUrl);
  for (const { width, colorScheme } of looks) {
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
      await signIn(context, origin, path.startsWith('/') ? 'administrator' : writ.demo);
      const page = await context.newPage();
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => made[name as keyof typeof made]);
      const below = path.startsWith('/') ? filled : `/projects/demo/${filled}`;
      await page.goto(`${origin}/console${below}`, { waitUntil: 'networkidle' });
      const name = `${path.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: resolve(folder, name), fullPage: true });
      await context.close();
    }
  }
} finally {
  await closing.close();
}
