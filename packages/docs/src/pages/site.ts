import type { HostAddresses, HostFacts } from '@writ/contracts';
import { besideApi } from '@writ/service-kit';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import type { ProviderCauses } from '../provider-causes.ts';
import type { ConsoleFiles } from './console-routes.ts';

/** The content of a host's pages. */
export type Site = HostAddresses & {
  api: HostFacts;
  /** The description of the whole host, if several processes serve it; by default of this process's endpoints. */
  document?: OpenApiDocument;
  /** The AsyncAPI document. */
  events?: object;
  /** Typical answers of providers, for the error catalogue. */
  causes?: readonly ProviderCauses[];
  /** Absent: the host has none. */
  console?: ConsoleFiles;
};

/** The address of a page; on this host a path, valid under any name of the host. */
export function pageAddress(site: Site, host: HostFacts['host'], path: string): string {
  if (site.api.host === host) return path;
  return besideApi(host === 'write' ? site.writeUrl : site.managementUrl, path);
}
