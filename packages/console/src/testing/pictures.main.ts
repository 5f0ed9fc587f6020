import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startWrit } from '@writ/all-in-one/testing';
import { createClosing } from '@writ/service-kit';
import { openBrowser } from '@writ/test-kit/browser';
import { makeTraffic } from './make-traffic.ts';
import { signIn } from './start-console.ts';

/** The README's pictures, of a provider that is down: `pictures.main.ts [folder]`. */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../../docs/pictures'));
const mostBytes = 150_000;
const closing = createClosing();
try {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-pictures-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const writ = await startWrit(dataDir);
  closing.add(writ.process, (running) => running.close());
  const { waiting } = await makeTraffic(writ);
  const browser = closing.add(await openBrowser(process.env['PATH'] ?? ''), (opened) => opened.close());
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, colorScheme: 'light' });
  const { origin } = new URL(writ.demo.managementUrl);
  await signIn(context, origin, writ.demo);
  await mkdir(folder, { recursive: true });
  // Nothing is shown that the page would not tell of an outage.
  const pictures = {
    operation: { path: `operations/${waiting}`, shows: /^Attempt 1/ },
    lanes: { path: 'lanes', shows: /seems to be down/ },
  };
  for (const [name, { path, shows }] of Object.entries(pictures)) {
    const page = await context.newPage();
    await page.goto(`${origin}/console/projects/${writ.demo.project}/${path}`);
    await page.getByRole('main').getByText(shows).first().waitFor();
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file });
    const { size } = await stat(file);
    if (size > mostBytes) throw new Error(`${file} has ${size} bytes; ${mostBytes} is the most.`);
    process.stdout.write(`${file}: ${size} bytes\n`);
    await page.close();
  }
} finally {
  await closing.close();
}
