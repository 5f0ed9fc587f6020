import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceVariables } from '@writ/service-kit';

const publicServices = ['operations', 'notification', 'installations', 'write-gateway'] as const;
export type PublicService = (typeof publicServices)[number];

export const isPublic = (service: string): boolean => publicServices.some((name) => name === service);

/** All ports are of 127.0.0.1. */
export type EdgeRoad = {
  managementPort: number;
  writePort: number;
  /** The variables of the edge's container. */
  environment: Readonly<Record<string, string>>;
  /** Of a service's replicas; if there is none, callers get 503. */
  portsOf: (service: PublicService) => readonly number[];
};

const folder = join(import.meta.dirname, '../../../../edge');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The containers' template, filled in for this machine, within nginx's own frame. */
export async function edgeConfiguration(
  { managementPort, writePort, environment, portsOf }: EdgeRoad,
  own: { folder: string; statusPort: number; generation: number },
): Promise<string> {
  const servers = publicServices.map((service) => [serversVariable(service), serversAt(portsOf(service))]);
  const text = fillIn(await readFile(join(folder, 'nginx.conf.template'), 'utf8'), {
    CORS_ORIGINS: '',
    KEEP_ALIVE_SECONDS: serviceVariables.KEEP_ALIVE_SECONDS.fallback ?? '',
    ...environment,
    ...(await edgeSettings(environment)),
    EDGE_RESOLVER: '',
    EDGE_HOST: '127.0.0.1',
    EDGE_MANAGEMENT_PORT: String(managementPort),
    EDGE_WRITE_PORT: String(writePort),
    ...(Object.fromEntries(servers) as Record<string, string>),
  });
  return `daemon off;
worker_processes 1;
pid "${own.folder}/pid";
error_log stderr;
events { worker_connections 4096; }
http {
access_log off;
${temporary.map((kind) => `${kind}_temp_path "${own.folder}/${kind}";`).join('\n')}
${text}
# Tells which configuration is in use, and by which process.
server { listen 127.0.0.1:${own.statusPort}; return 200 '[${own.generation}, $pid]'; }
}
`;
}

export async function edgeSettings(
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const values = settings.map((name) => `"$${name}"`).join(' ');
  const script = `. "$0"; printf '%s\\n\\n' ${values}`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', script, join(folder, 'settings.envsh')], {
    env: environment,
  });
  const made = stdout.split('\n\n');
  return Object.fromEntries(settings.map((name, at) => [name, made[at] ?? '']));
}

const settings = [
  'PUBLIC_MANAGEMENT_URL',
  'PUBLIC_WRITE_URL',
  'EDGE_RESOLVER',
  'EDGE_REAL_IP',
  'EDGE_SUPPORT',
];

export const serversVariable = (service: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_SERVERS`;

/** A stopped replica refuses immediately, so trying it each time costs nothing and finds it when it is back. */
const serversAt = (ports: readonly number[]): string =>
  ports.length === 0
    ? 'server 127.0.0.1:9 down;'
    : ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');

/** Like nginx's image; names in lower case are nginx's own. @throws if a name has no value */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${name} of the edge has no value.`);
    return value;
  });
