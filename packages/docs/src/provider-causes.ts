/** What one provider typically answers before a kind of problem. */
export type ProviderCauses = {
  provider: string;
  displayName: string;
  causes: Readonly<Record<string, readonly ProviderCause[]>>;
};

export type ProviderCause = {
  status: number;
  /** As the provider spells it; absent if the status says it all. */
  code?: string;
  /** Markdown. */
  means: string;
};
