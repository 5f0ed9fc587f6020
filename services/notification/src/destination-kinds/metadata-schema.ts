/** `writeOnly`, so that faults show no value: a credential may have a wrong name. */
export const closed = <const Required extends readonly string[], const Properties>(
  required: Required,
  properties: Properties,
) => ({ type: 'object', writeOnly: true, additionalProperties: false, required, properties }) as const;

export const text = (maxLength: number, description: string) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const;
