type Of = { id: string; projectId: string; provider: string; account: string };

export const sandboxConnection = (sandbox: { url: string }, { id, projectId, provider, account }: Of) => ({
  id,
  projectId,
  provider,
  account,
  accessToken: `sandbox-${provider}-${account}`,
  baseUrl: `${sandbox.url}/${provider}`,
  refreshDue: false,
  expired: false,
  sealed: '',
  status: 'working' as const,
});
