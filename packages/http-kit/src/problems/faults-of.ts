import { patterns } from '@writ/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * What there is to tell, each fault once. One body may have tens of thousands: each is looked at a few times, and never
 * compared with all others.
 */
export function faultsOf(errors: readonly ErrorObject[]): ErrorObject[] {
  const ofOtherType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  /** Of what is of another type it need not be told that it is none of the values. */
  const isOfRightType = ({ keyword, instancePath }: ErrorObject): boolean =>
    !(keyword === 'enum' && ofOtherType.has(instancePath));
  return errors.filter((error) => isFault(error) && isFirstOfEmpty(error) && isOfRightType(error));
}

/** `if` and `propertyNames` only repeat what their parts say; texts that nothing stores are told of every part of a request, by `unstorableIssues`. */
const isFault = ({ keyword, params }: ErrorObject): boolean =>
  !['if', 'propertyNames'].includes(keyword) &&
  !(keyword === 'pattern' && params['pattern'] === patterns.storable);

/** What must not be empty and is told so need not be told that it has not the form of what is not empty. */
const isFirstOfEmpty = ({ keyword, data, parentSchema }: ErrorObject): boolean =>
  !(keyword === 'pattern' && data === '' && (parentSchema as { minLength?: number }).minLength === 1);
