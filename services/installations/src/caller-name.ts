import { holderIn, type Caller } from '@writ/http-kit';

/** Who made something, where the caller does not say. */
export function callerName(caller: Caller): string {
  const holder = holderIn(caller);
  return holder ? `${holder.kind === 'jwt' ? 'jwt-key' : 'api-key'}:${holder.keyId}` : caller.kind;
}
