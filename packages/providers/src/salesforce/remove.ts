import type { PathRequest } from '../exchange.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { recordPath } from './paths.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

/** A record that is gone already is an error here, unlike at HubSpot (Providers §1.4). */
export function buildRemoveRequest(target: SalesforceTarget, id: string): PathRequest {
  return {
    method: 'DELETE',
    path: recordPath(target.version, target.objectName, id),
    headers: forwardedHeaders(target.headers),
  };
}
