import { patterns } from '@writ/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * Drops errors of ajv that repeat others. A body may have tens of thousands, so none is compared with all
 * others.
 */
export function faultsOf(errors: readonly ErrorObject[]): ErrorObject[] {
  const ofOtherType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  /** For a value of a wrong type the allowed values say nothing more. */
  const isOfRightType = ({ keyword, instancePath }: ErrorObject): boolean =>
    !(keyword === 'enum' && ofOtherType.has(instancePath));
  return errors.filter((error) => isFault(error) && isFirstOfEmpty(error) && isOfRightType(error));
}

/** `if` and `propertyNames` repeat their parts; `unstorableIssues` reports texts that cannot be stored. */
const isFault = ({ keyword, params }: ErrorObject): boolean =>
  !['if', 'propertyNames'].includes(keyword) &&
  !(keyword === 'pattern' && params['pattern'] === patterns.storable);

/** For an empty value the form of others says nothing more. */
const isFirstOfEmpty = ({ keyword, data, parentSchema }: ErrorObject): boolean =>
  !(keyword === 'pattern' && data === '' && (parentSchema as { minLength?: number }).minLength === 1);
