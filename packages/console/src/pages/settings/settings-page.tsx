import type { Project as Settings } from '@writ/sdk';
import { useLocation } from 'wouter';
import { useProjectChange, useProjectSettings } from '../../data/operators/projects.ts';
import { projectOf, useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { nameFields, retentionFields } from './settings-fields.ts';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Read of={useProjectSettings(useProject())} what="the settings">
        {(settings) => (
          <>
            <General settings={settings} />
            <Retention settings={settings} />
          </>
        )}
      </Read>
    </Page>
  );
}

type Given = { settings: Settings };

function General({ settings }: Given) {
  const { id, name, appName, pageKeys, gather, createTime, updateTime } = settings;
  return (
    <Section
      title="Project"
      beside={
        <DialogButton needs="full" dialog={<GeneralDialog settings={settings} />}>
          Change the project …
        </DialogButton>
      }
    >
      <KeyValues
        facts={{
          Name: name,
          'Name for customers': appName,
          'API keys in pages': pageKeys ? 'allowed' : 'not allowed',
          'Shared calls at Salesforce': gather ? 'yes' : 'no',
          Made: <Time at={createTime} />,
          'Last change': updateTime && <Time at={updateTime} />,
          Id: <Id id={id} label="project id" />,
        }}
      />
    </Section>
  );
}

function GeneralDialog({ settings }: Given) {
  const [, navigate] = useLocation();
  return (
    <FormDialog
      title="Change the project"
      fields={nameFields}
      initial={textsOf(settings, ['name', 'appName', 'pageKeys', 'gather'])}
      words="Save"
      change={useProjectChange(useProject(), ['name', 'appName', 'pageKeys', 'gather'])}
      // The address holds the name.
      onDone={({ name }) => navigate(projectOf(name).to('settings'), { replace: true })}
    />
  );
}

const periods = ['sentRetentionDays', 'operationRetentionDays', 'deliveryRetentionDays'] as const;

function Retention({ settings }: Given) {
  const kept = (days: number | undefined): string =>
    days === undefined ? 'by the environment' : countOf(days, 'day');
  return (
    <Section
      title="Retention"
      beside={
        <DialogButton needs="administrator" dialog={<RetentionDialog settings={settings} />}>
          Change the retention …
        </DialogButton>
      }
    >
      <KeyValues
        facts={{
          'Sent records': kept(settings.sentRetentionDays),
          'Operations and logs': kept(settings.operationRetentionDays),
          'Events and deliveries': kept(settings.deliveryRetentionDays),
        }}
      />
    </Section>
  );
}

function RetentionDialog({ settings }: Given) {
  return (
    <FormDialog
      title="Change the retention"
      fields={retentionFields}
      initial={textsOf(settings, periods)}
      words="Save"
      change={useProjectChange(useProject(), periods)}
      above={<p>Writ deletes what is older. If a field is empty, the environment’s value counts.</p>}
    />
  );
}

const textsOf = (settings: Settings, names: readonly (keyof Settings)[]) =>
  Object.fromEntries(
    names.flatMap((name) =>
      settings[name] === undefined ? [] : [[`/project/${name}`, String(settings[name])]],
    ),
  );
