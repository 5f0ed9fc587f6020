import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, superviseServer, takeFolder, waitUntil, type ServerFolder } from '@writ/local-servers';
import { dump } from 'js-yaml';
import { request } from 'undici';
import type { AlertRule } from './rules.ts';

export type LocalPrometheus = {
  /** Reads `targets` (host and port, asked anew) every 2 s. Resolves once all are read, within 5 s. */
  read: (targets: () => readonly string[]) => Promise<void>;
  /** Evaluates the rules every second. */
  evaluate: (rules: readonly AlertRule[]) => Promise<void>;
  /** By name; those of findings with the code. */
  fired: () => Promise<string[]>;
  /** A condition holds, but not yet long enough to fire. */
  isPending: () => Promise<boolean>;
  close: () => Promise<void>;
};

const readyWithinMs = 60_000;
const evaluatedEveryMs = 1_000;
/** A busy process may answer slowly. */
const readEveryMs = 2_000;

/** On 127.0.0.1, without targets and rules. */
export async function startPrometheus(): Promise<LocalPrometheus> {
  const folder = await takeFolder('Prometheus', undefined, 'SIGTERM', () => undefined);
  const file = (name: string): string => join(folder.path, name);
  const server = await startServer(folder, file);
  const url = `http://127.0.0.1:${server.port}`;
  const writing: { timer?: NodeJS.Timeout } = {};
  return {
    read: async (targets) => {
      const write = targetsWriter(file('targets.yml'), targets);
      await write();
      writing.timer = setInterval(() => void write(), evaluatedEveryMs);
      const areRead = async () => (await readCount(url)) >= targets().length;
      await waitUntil(areRead, readyWithinMs, 'Prometheus cannot read all processes.');
    },
    evaluate: async (rules) => {
      await writeFile(file('rules.yml'), dump({ groups: [{ name: 'writ', rules }] }));
      process.kill(server.pid(), 'SIGHUP');
      const areThere = async () => (await ruleCount(url)) === rules.length;
      await waitUntil(areThere, readyWithinMs, 'Prometheus does not take the rules.');
    },
    fired: () => firedAlerts(url),
    isPending: async () => (await query(url, 'ALERTS{alertstate="pending"}')).length > 0,
    close: async () => {
      clearInterval(writing.timer);
      await server.close();
    },
  };
}

async function startServer(folder: ServerFolder, file: (name: string) => string) {
  const port = await freePort();
  await writeFile(file('targets.yml'), dump([]));
  await writeFile(file('prometheus.yml'), dump(configuration(file('rules.yml'), file('targets.yml'))));
  return superviseServer({
    name: 'Prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${file('prometheus.yml')}`,
      `--storage.tsdb.path=${file('data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    port,
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: () => isReady(`http://127.0.0.1:${port}/-/ready`),
  });
}

const configuration = (rulesFile: string, targetsFile: string) => {
  const every = `${readEveryMs}ms`;
  const evaluatedEvery = `${evaluatedEveryMs}ms`;
  return {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: evaluatedEvery },
    rule_files: [rulesFile],
    scrape_configs: [
      { job_name: 'writ', file_sd_configs: [{ files: [targetsFile], refresh_interval: every }] },
    ],
  };
};

/** After a change; completely or not at all. */
function targetsWriter(path: string, targets: () => readonly string[]): () => Promise<void> {
  let written = '';
  return async () => {
    const text = dump([{ targets: targets() }]);
    if (text === written) return;
    written = text;
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
}

const isReady = (url: string): Promise<boolean> =>
  request(url).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode === 200;
    },
    () => false,
  );

async function get<Data>(url: string): Promise<Data> {
  const { body } = await request(url);
  return ((await body.json()) as { data: Data }).data;
}

type Sample = { metric: { alertname?: string; code?: string }; value: [seconds: number, value: string] };

const query = async (url: string, expression: string): Promise<Sample[]> =>
  (await get<{ result: Sample[] }>(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)).result;

const readCount = async (url: string): Promise<number> =>
  Number((await query(url, 'sum(up)'))[0]?.value[1] ?? 0);

async function ruleCount(url: string): Promise<number> {
  const { groups } = await get<{ groups: { rules: unknown[] }[] }>(`${url}/api/v1/rules`);
  return groups.flatMap(({ rules }) => rules).length;
}

const firedAlerts = async (url: string): Promise<string[]> =>
  (await query(url, 'count by (alertname, code) (last_over_time(ALERTS{alertstate="firing"}[1d]))'))
    .map(({ metric: { alertname = '', code } }) => (code === undefined ? alertname : `${alertname} ${code}`))
    .toSorted();
