import { useState } from 'react';
import { useLocation } from 'wouter';
import { setPreferences, usePreferences } from '../data/preferences.ts';
import { useSignOut, useWho } from '../data/session.ts';
import { Button } from '../parts/actions/button.tsx';
import { Dialog } from '../parts/actions/dialog.tsx';
import { Menu, MenuChoice, MenuItem } from '../parts/actions/menu.tsx';
import { Problem } from '../parts/states/states.tsx';
import { ZoneDialog } from './zone-dialog.tsx';

const themes = [
  { value: 'system', words: 'As the system' },
  { value: 'light', words: 'Light' },
  { value: 'dark', words: 'Dark' },
] as const;

export function SessionMenu({ onKeys }: { onKeys: () => void }) {
  const who = useWho();
  const { theme, zone } = usePreferences();
  const [, navigate] = useLocation();
  const [isChoosingZone, setChoosingZone] = useState(false);
  const signOut = useSignOut();
  const name = who.label ?? (who.project ? 'Key' : 'Administrator');
  const zones = [
    { value: 'local', words: 'Local' },
    { value: 'UTC', words: 'UTC' },
    ...(zone === 'local' || zone === 'UTC' ? [] : [{ value: zone, words: zone }]),
  ];
  return (
    <>
      <Menu label="Session" trigger={<Button>{name} ▾</Button>}>
        <MenuChoice
          label="Times"
          value={zone}
          choices={zones}
          onChoose={(chosen) => setPreferences({ zone: chosen })}
        />
        <MenuItem onSelect={() => setChoosingZone(true)}>Another zone …</MenuItem>
        <MenuChoice
          label="Colours"
          value={theme}
          choices={themes}
          onChoose={(chosen) => setPreferences({ theme: chosen })}
        />
        <MenuItem onSelect={onKeys}>Keys</MenuItem>
        {!who.project && <MenuItem onSelect={() => navigate('/projects')}>Another project</MenuItem>}
        <MenuItem onSelect={() => signOut.mutate()}>Sign out</MenuItem>
      </Menu>
      {isChoosingZone && <ZoneDialog onClose={() => setChoosingZone(false)} />}
      {signOut.error && (
        <Dialog title="You are still signed in" onClose={signOut.reset}>
          <Problem fault={signOut.error} onRetry={() => signOut.mutate()} />
        </Dialog>
      )}
    </>
  );
}
