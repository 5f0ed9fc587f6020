import { createWrit } from '@writ/headless';
import { InstallationProvider, WritProvider } from '@writ/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SettingsPage } from './settings-page.tsx';

/** What the page of the product knows: who is signed in, and where Writ is. */
type Facts = { baseUrl: string; project: string; apiKey: string; integration: string; groupRef: string };

const { integration, groupRef, ...options } = JSON.parse(
  document.getElementById('facts')?.textContent ?? '',
) as Facts;
const writ = createWrit(options);

createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <WritProvider writ={writ}>
      <InstallationProvider integration={integration} groupRef={groupRef}>
        <SettingsPage />
      </InstallationProvider>
    </WritProvider>
  </StrictMode>,
);
