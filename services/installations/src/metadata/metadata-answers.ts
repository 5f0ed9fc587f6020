import type { FieldMetadata, ObjectMetadata } from '@writ/contracts';
import type { DescribedField, DescribedObject } from '@writ/providers';

export const fieldMetadata = ({
  name: fieldName,
  label: displayName,
  valueType,
  providerType,
  readOnly,
  required: isRequired,
  unique: isUnique,
  custom: isCustom,
  referenceTo,
  options,
}: DescribedField): FieldMetadata => ({
  fieldName,
  displayName,
  valueType,
  fieldType: valueType,
  providerType,
  readOnly,
  ...(isRequired !== undefined && { isRequired }),
  isUnique,
  isCustom,
  ...(referenceTo && { referenceTo: [...referenceTo] }),
  ...(options && { values: options.map(({ value, label }) => ({ value, displayValue: label })) }),
});

export const byName = (fields: readonly FieldMetadata[]): Record<string, FieldMetadata> =>
  Object.fromEntries(fields.map((field) => [field.fieldName, field]));

export const objectMetadata = (
  name: string,
  mappedName: string | undefined,
  { label = name, fields }: DescribedObject,
): ObjectMetadata => ({
  name,
  displayName: label,
  ...(mappedName !== undefined && { mappedName }),
  fields: byName(fields.map(fieldMetadata)),
});
