import type { HostAddresses, HostFacts } from '@writ/contracts';
import { besideApi } from '@writ/service-kit';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import type { ProviderCauses } from '../error-catalogue/provider-causes.ts';
import type { ConsoleFiles } from './console-routes.ts';

/** What a host tells of itself, and where it and the other one are found. */
export type Site = HostAddresses & {
  api: HostFacts;
  /** The description of the whole host, where several processes answer for it; absent: of the process's endpoints. */
  document?: OpenApiDocument;
  /** What the host tells of events, as an AsyncAPI document; absent: nothing. */
  events?: object;
  /** What providers typically answer, for the error catalogue; absent: nothing. */
  causes?: readonly ProviderCauses[];
  /** The console that it serves; absent: none. */
  console?: ConsoleFiles;
};

/** The address of a page: of this host as a path, which holds under whatever name the host was reached. */
export function pageAddress(site: Site, host: HostFacts['host'], path: string): string {
  if (site.api.host === host) return path;
  return besideApi(host === 'write' ? site.writeUrl : site.managementUrl, path);
}
