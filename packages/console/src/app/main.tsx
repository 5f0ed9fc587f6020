import '../style/tokens.css';
import '../style/base.css';
import { Provider as TipProvider } from '@radix-ui/react-tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { createQueryClient } from '../data/query-client.ts';
import { listenForKeys } from '../parts/keys/use-keys.ts';
import { App } from './app.tsx';
import { applyTheme } from './preferences.ts';

applyTheme();
listenForKeys();
const place = document.getElementById('console');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Router base="/console">
          <TipProvider delayDuration={200}>
            <App />
          </TipProvider>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
