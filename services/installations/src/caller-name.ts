import { holderIn, sessionOf, type Caller } from '@writ/http-kit';

/** Who made something, where the caller does not say. A token for one group is in the hands of its consumers. */
export function callerName(caller: Caller): string {
  const holder = holderIn(caller);
  if (sessionOf(caller)) return 'builder:session';
  if (holder === undefined) return 'builder:admin';
  return holder.groupRef === undefined ? `api:${holder.keyId}` : `consumer:${holder.groupRef}`;
}
