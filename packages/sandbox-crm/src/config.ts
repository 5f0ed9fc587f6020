type Config = { readonly port: number; readonly host: string; readonly publicUrl: string | undefined };

export type ReadConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

export function readConfig(environment: NodeJS.ProcessEnv): ReadConfig {
  const givenPort = environment['SANDBOX_PORT'] ?? '8082';
  const port = Number(givenPort);
  const publicUrl = environment['SANDBOX_PUBLIC_URL'] ?? '';
  const problems: string[] = [];
  if (!/^(?:0|[1-9]\d*)$/.test(givenPort) || port > 65_535)
    problems.push('SANDBOX_PORT must be a port number, or 0 for any');
  if (publicUrl !== '' && !URL.canParse(publicUrl)) problems.push('SANDBOX_PUBLIC_URL must be a URL');
  if (problems.length > 0) return { ok: false, problems };
  const host = environment['SANDBOX_HOST'] ?? '127.0.0.1';
  return {
    ok: true,
    config: { port, host, publicUrl: publicUrl === '' ? undefined : publicUrl.replace(/\/+$/, '') },
  };
}
