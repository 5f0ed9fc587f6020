import type { HostAddresses, HostFacts } from '@writ/contracts';
import { besideApi } from '@writ/service-kit';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import type { ProviderCauses } from '../provider-causes.ts';
import type { ConsoleFiles } from './console-routes.ts';

export type Site = HostAddresses & {
  api: HostFacts;
  /** The whole host, if several processes serve it; default: this process's endpoints. */
  document?: OpenApiDocument;
  events?: object;
  /** For the error catalogue. */
  causes?: readonly ProviderCauses[];
  /** Absent: the host has none. */
  console?: ConsoleFiles;
};

/** On this host a path, valid under any name of the host. */
export function pageAddress(site: Site, host: HostFacts['host'], path: string): string {
  if (site.api.host === host) return path;
  return besideApi(host === 'write' ? site.writeUrl : site.managementUrl, path);
}
