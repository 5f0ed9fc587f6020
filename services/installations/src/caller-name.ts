import { holderIn, sessionOf, type Caller } from '@writ/http';

/** The default `createdBy`. The token of a consumer has one group. */
export function callerName(caller: Caller): string {
  const holder = holderIn(caller);
  if (sessionOf(caller)) return 'builder:session';
  if (holder === undefined) return 'builder:admin';
  return holder.groupRef === undefined ? `api:${holder.keyId}` : `consumer:${holder.groupRef}`;
}
