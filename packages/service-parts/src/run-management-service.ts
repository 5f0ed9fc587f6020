import type { Database } from '@writ/db';
import {
  createServiceFrame,
  runService,
  startTracing,
  type Closing,
  type LogLevel,
  type SecretFacts,
  type ServiceFrame,
  type TracingFacts,
} from '@writ/service-kit';
import { managementApp } from './management-app.ts';
import { openCheckedDatabase } from './open-checked-database.ts';
import { beReady, openMetrics, openReplicaHost } from './open-host.ts';
import { reportProcess, type Look } from './report-process.ts';

type App = Parameters<typeof managementApp>[0];

type HostConfig = App['config'] &
  SecretFacts &
  TracingFacts & {
    LOG_LEVEL: LogLevel;
    LISTEN_HOST: string;
    KEEP_ALIVE_SECONDS: number;
    METRICS_PORT: number;
    METRICS_HOST: string;
    DATABASE_URL: string;
    DATABASE_POOL_SIZE: number;
  };

type Opened = Pick<App, 'endpoints' | 'hostReadiness' | 'document' | 'events' | 'console'> & {
  looks?: readonly Look[];
  /** Starts background work once the host listens. */
  start?: () => Promise<void> | void;
};

/** Runs a service of the management host as a process of its own. */
export const runManagementService = <Config extends HostConfig>(
  {
    name,
    portVariable,
    readConfig,
  }: { name: string; portVariable: keyof Config & string; readConfig: () => Config },
  open: (parts: ServiceFrame & { config: Config; database: Database }, closing: Closing) => Promise<Opened>,
): Promise<void> =>
  runService(name, async (closing) => {
    const config = readConfig();
    const frame = createServiceFrame(name, config, closing);
    await startTracing(`writ-${name}`, { ...frame, config }, closing);
    const metricsUrl = await openMetrics(frame, config, closing);
    const { DATABASE_URL: url, DATABASE_POOL_SIZE: maxConnections, LISTEN_HOST: host } = config;
    const connecting = { url, maxConnections, applicationName: `writ-${name}` };
    const database = await openCheckedDatabase(frame, connecting, closing);
    const { looks = [], start, ...parts } = await open({ ...frame, config, database }, closing);
    reportProcess({ ...frame, database, service: name, looks }, closing);
    const app = managementApp({ ...frame, config, database, ...parts }, closing);
    const port = Number(config[portVariable]);
    const keepAliveMs = config.KEEP_ALIVE_SECONDS * 1_000;
    const listening = await openReplicaHost(app, { port, portVariable, host, keepAliveMs }, closing);
    await start?.();
    beReady(frame, { message: `${name} service listens`, url: listening.url, metricsUrl }, closing);
  });
