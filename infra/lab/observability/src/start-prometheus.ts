import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, superviseServer, takeFolder } from '@writ/local-servers';
import { dump } from 'js-yaml';
import { request } from 'undici';
import type { AlertRule } from './rules.ts';

export type LocalPrometheus = {
  url: string;
  /** The alerts that fired since the start, by name, in order of the alphabet. */
  fired: () => Promise<string[]>;
  close: () => Promise<void>;
};

const readyWithinMs = 60_000;

/** Starts Prometheus on 127.0.0.1, which reads `targets` (host and port) every second and evaluates `rules` as often. */
export async function startPrometheus(options: {
  targets: readonly string[];
  rules: readonly AlertRule[];
}): Promise<LocalPrometheus> {
  const folder = await takeFolder('Prometheus', undefined, 'SIGTERM', () => undefined);
  const [rulesFile, configFile] = [join(folder.path, 'rules.yml'), join(folder.path, 'prometheus.yml')];
  await writeFile(rulesFile, dump({ groups: [{ name: 'writ', rules: options.rules }] }));
  await writeFile(configFile, dump(configuration(rulesFile, options.targets)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await superviseServer({
    name: 'Prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    port,
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: () => isReady(url),
  });
  return { url, fired: () => firedAlerts(url), close: () => server.close() };
}

const configuration = (rulesFile: string, targets: readonly string[]) => ({
  global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
  rule_files: [rulesFile],
  scrape_configs: [{ job_name: 'writ', static_configs: [{ targets }] }],
});

const isReady = (url: string): Promise<boolean> =>
  request(`${url}/-/ready`).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode === 200;
    },
    () => false,
  );

type Answer = { data: { result: { metric: { alertname: string } }[] } };

async function firedAlerts(url: string): Promise<string[]> {
  const query = 'count by (alertname) (last_over_time(ALERTS{alertstate="firing"}[1d]))';
  const { body } = await request(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { data } = (await body.json()) as Answer;
  return data.result.map(({ metric }) => metric.alertname).toSorted();
}
