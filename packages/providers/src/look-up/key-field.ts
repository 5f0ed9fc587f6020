import type { JsonValue } from '@writ/write-core';

export type KeyField = {
  name: string;
  /** The value as the provider is asked for it; undefined if it cannot be. */
  asked: (value: JsonValue) => string | undefined;
  /** Equal for values that the provider takes for one. */
  folded: (asked: string) => string;
  /** The provider's own upsert takes it, and leaves omitted fields alone. */
  isUpserted: boolean;
};
