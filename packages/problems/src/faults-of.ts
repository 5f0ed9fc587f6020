import { patterns } from '@writ/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * Drops errors of ajv that repeat others. A body may have tens of thousands, so none is compared with all others.
 */
export function faultsOf(errors: readonly ErrorObject[]): ErrorObject[] {
  const ofOtherType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  /** A value of a wrong type need not be told the allowed values. */
  const isOfRightType = ({ keyword, instancePath }: ErrorObject): boolean =>
    !(keyword === 'enum' && ofOtherType.has(instancePath));
  return errors.filter((error) => isFault(error) && isFirstOfEmpty(error) && isOfRightType(error));
}

/** `if` and `propertyNames` repeat their parts; `unstorableIssues` reports texts that cannot be stored. */
const isFault = ({ keyword, params }: ErrorObject): boolean =>
  !['if', 'propertyNames'].includes(keyword) &&
  !(keyword === 'pattern' && params['pattern'] === patterns.storable);

/** An empty value need not be told the form of others. */
const isFirstOfEmpty = ({ keyword, data, parentSchema }: ErrorObject): boolean =>
  !(keyword === 'pattern' && data === '' && (parentSchema as { minLength?: number }).minLength === 1);
