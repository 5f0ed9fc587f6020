import { useState } from 'react';
import { isZone, setPreferences, usePreferences } from '../data/preferences.ts';
import { ActionDialog } from '../parts/forms/action-dialog.tsx';
import { Field } from '../parts/forms/field.tsx';

export function ZoneDialog({ onClose }: { onClose: () => void }) {
  const { zone } = usePreferences();
  const [text, setText] = useState(zone === 'local' ? '' : zone);
  const fault = isZone(text) ? undefined : 'This browser knows no such zone.';
  return (
    <ActionDialog
      title="Zone of times"
      onClose={onClose}
      words="Use it"
      disabledBecause={fault}
      onAct={(close) => {
        setPreferences({ zone: text });
        close();
      }}
    >
      <Field
        label="Name of the zone"
        hint="Such as Asia/Kathmandu."
        fault={text === '' ? undefined : fault}
        value={text}
        onChange={setText}
        suggestions={Intl.supportedValuesOf('timeZone')}
      />
    </ActionDialog>
  );
}
