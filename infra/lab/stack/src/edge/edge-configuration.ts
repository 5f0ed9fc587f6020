import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The services that callers reach. */
const publicServices = ['operations', 'notification', 'installations', 'write-gateway'] as const;
export type PublicService = (typeof publicServices)[number];

/** From which ports to which. All of them are those of 127.0.0.1. */
export type EdgeRoad = {
  managementPort: number;
  writePort: number;
  /** Where the error catalogue is: the management host as callers see it, ending in `/v1`. */
  publicManagementUrl: string;
  /** Whose pages may read what the edge tells, separated by commas. */
  corsOrigins: string;
  /** Where a service's replicas take requests; without one, callers get 503. */
  portsOf: (service: PublicService) => readonly number[];
};

const template = join(import.meta.dirname, '../../../../edge/nginx.conf.template');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** What nginx is told: the template of the containers, filled in for this machine, within what nginx wants around it. */
export async function edgeConfiguration(
  { managementPort, writePort, publicManagementUrl, corsOrigins, portsOf }: EdgeRoad,
  own: { folder: string; statusPort: number; generation: number },
): Promise<string> {
  const servers = publicServices.map((service) => [serversVariable(service), serversAt(portsOf(service))]);
  const text = fillIn(await readFile(template, 'utf8'), {
    EDGE_RESOLVER: '',
    EDGE_HOST: '127.0.0.1',
    EDGE_MANAGEMENT_PORT: String(managementPort),
    EDGE_WRITE_PORT: String(writePort),
    PUBLIC_MANAGEMENT_URL: publicManagementUrl,
    CORS_ORIGINS: corsOrigins,
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

/** `write-gateway` has its servers in WRITE_GATEWAY_SERVERS. */
export const serversVariable = (service: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_SERVERS`;

/** A replica that is down refuses at once, so that asking it each time costs nothing, and it is back when it is back. */
const serversAt = (ports: readonly number[]): string =>
  ports.length === 0
    ? 'server 127.0.0.1:9 down;'
    : ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');

/** The text with each `${NAME}` replaced, as the image of nginx does; names in small letters are nginx's own. @throws when one has no value. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${name} of the edge has no value.`);
    return value;
  });
