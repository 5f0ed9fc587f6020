import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createClosing, type Closing } from '@writ/service-kit';

/** What one run of the laboratory stands on. */
export type LabRun = {
  environment: { PATH: string; HOME: string };
  dataDir: string;
  /** A path for a file that stays, named after the run. */
  kept: (extension: string) => string;
  tell: (line: string) => void;
  closing: Closing;
};

/** Prints `text`, writes `report` to `jsonFile`; the exit code is 0 if it `holds`. */
type Outcome = { text: string; holds: boolean; report: object; jsonFile: string | undefined };

/** Removes what the run made, even after Ctrl-C. Returns the exit code. */
export async function runOnce(
  { lab, name, environment }: { lab: string; name: string; environment: NodeJS.ProcessEnv },
  act: (run: LabRun) => Promise<Outcome>,
): Promise<number> {
  const startedAtMs = Date.now();
  const secondsSoFar = (): string => ((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6);
  const tell = (line: string): void => void process.stderr.write(`${secondsSoFar()} s  ${line}\n`);
  const folder = resolve(environment['DATA_DIR'] || '.data', lab);
  await mkdir(folder, { recursive: true });
  const dataDir = await mkdtemp(join(folder, 'run-'));
  const stamp = new Date(startedAtMs).toISOString().replaceAll(/[:.]/g, '-');
  const closing = createClosing();
  closing.add(dataDir, (dir) => rm(dir, { recursive: true, force: true }));
  const stopEarly = (): void => void closing.close().finally(() => process.exit(130));
  process.once('SIGINT', stopEarly).once('SIGTERM', stopEarly);
  const { PATH = '', HOME = '' } = environment;
  const kept = (extension: string): string => join(folder, `${name}-${stamp}.${extension}`);
  try {
    const run = { environment: { PATH, HOME }, dataDir, kept, tell, closing };
    const { text, holds, report, jsonFile } = await act(run);
    process.stdout.write(`\n${text}\n`);
    if (jsonFile !== undefined) {
      await mkdir(dirname(resolve(jsonFile)), { recursive: true });
      await writeFile(jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
      tell(`Written to ${jsonFile}`);
    }
    return holds ? 0 : 1;
  } catch (error) {
    tell(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 1;
  } finally {
    tell('Stopping.');
    await closing.close();
  }
}
