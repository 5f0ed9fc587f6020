import { createWrit, type TokenRequest } from '@writ/headless';
import { createElement, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { InstallationProvider as OurInstallationProvider, WritProvider } from '../providers.ts';

export type AmpersandOptions = {
  /** The management host's address, ending in `/v1`. The only new option. */
  baseUrl: string;
  project?: string;
  /** The same as `project`. */
  projectId?: string;
  apiKey?: string;
  getToken?: (request: { consumerRef: string; groupRef: string }) => Promise<string>;
  styles?: object;
};

export function AmpersandProvider({
  options,
  children,
}: {
  options: AmpersandOptions;
  children?: ReactNode;
}): ReactNode {
  const { baseUrl, apiKey, getToken, project = options.projectId ?? '' } = options;
  // A new function at each render makes no new provider.
  const latest = useRef(getToken);
  useEffect(() => {
    latest.current = getToken;
  });
  const hasToken = getToken !== undefined;
  const writ = useMemo(() => {
    const ask = ({ groupRef, consumerRef = '' }: TokenRequest) =>
      latest.current?.({ groupRef, consumerRef }) ?? Promise.reject(new Error('There is no `getToken`.'));
    return hasToken
      ? createWrit({ baseUrl, project, getToken: ask })
      : createWrit({ baseUrl, project, apiKey: apiKey ?? '' });
  }, [baseUrl, project, apiKey, hasToken]);
  return createElement(WritProvider, { writ }, children);
}

/** New installations start with nothing switched on. */
const initial = { write: { objects: {} } };

export const InstallationProvider = ({
  children,
  ...names
}: {
  integration: string;
  consumerRef: string;
  consumerName?: string;
  groupRef: string;
  groupName?: string;
  children?: ReactNode;
}): ReactNode => createElement(OurInstallationProvider, { ...names, initial }, children);
