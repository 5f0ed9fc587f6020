import { createWrit } from '@writ/headless';
import { InstallationProvider, WritProvider } from '@writ/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SettingsPage } from './settings-page.tsx';

/** What the page of the product knows: who is signed in, and where Writ is. */
type Facts = { baseUrl: string; project: string; integration: string; groupRef: string };

const { integration, groupRef, ...options } = JSON.parse(
  document.getElementById('facts')?.textContent ?? '',
) as Facts;
/** The product's backend knows who is signed in, and signs a token for that group alone. */
const getToken = async ({ signal }: { signal: AbortSignal }): Promise<string> => {
  const answer = await fetch('/writ-token', { signal });
  if (!answer.ok) throw new Error(`The backend gave no token: ${answer.status}`);
  return answer.text();
};
const writ = createWrit({ ...options, getToken });

createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <WritProvider writ={writ}>
      <InstallationProvider integration={integration} groupRef={groupRef}>
        <SettingsPage />
      </InstallationProvider>
    </WritProvider>
  </StrictMode>,
);
