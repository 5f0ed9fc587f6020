const secretName =
  /^(?:authorization|cookie|x-api-key|.*(?:password|secret|token|credentials?|apikey|api_key))$/i;
const secretText = /\b(?:writ_[0-9A-Za-z]{20,}|whsec_[0-9A-Za-z+/=]{16,}|Bearer\s+[\w.~+/=-]{8,})/g;
const hidden = '[redacted]';

/**
 * Returns a function that copies a value with its secrets hidden: members with a secret's name, and texts that hold
 * an API key, a webhook secret or a bearer token. Symbol members (the logger's own) are kept.
 */
export function redactor(): (value: unknown) => unknown {
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return value.replace(secretText, hidden);
    if (typeof value !== 'object' || value === null || depth > 8) return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (value instanceof Date) return value.toISOString();
    const result: Record<string | symbol, unknown> = {};
    for (const key of Reflect.ownKeys(value)) {
      const member = (value as Record<string | symbol, unknown>)[key];
      if (typeof key === 'symbol') result[key] = member;
      else result[key] = secretName.test(key) && member !== undefined ? hidden : copy(member, depth + 1);
    }
    return result;
  };
  return (value) => copy(value, 0);
}
