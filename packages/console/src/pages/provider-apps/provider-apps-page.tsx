import type { ProviderApp } from '@writ/sdk';
import {
  useChangeApp,
  useCreateApp,
  useDeleteApp,
  useProviderApps,
  useProviders,
} from '../../data/building/integrations.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { brandOf } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { Page } from '../../parts/page/page.tsx';
import { CardList } from '../../parts/rows/card-list.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { changedAppFields, newAppFields } from './app-fields.ts';

export function ProviderAppsPage() {
  const reading = useProviderApps(useProject());
  const hasAny = (reading.data?.length ?? 0) > 0;
  return (
    <Page title="Provider apps" actions={hasAny && <NewApp />}>
      <Read of={reading} what="the provider apps">
        {(apps) =>
          apps.length === 0 ? (
            <NothingYet title="No provider apps yet">
              <p>Customers connect a CRM by OAuth through an app that you have registered there.</p>
              <NewApp isMain />
            </NothingYet>
          ) : (
            <CardList cards={apps.map(cardOf)} />
          )
        }
      </Read>
    </Page>
  );
}

const cardOf = (app: ProviderApp) => ({
  key: app.id,
  title: brandOf(app.provider),
  actions: (
    <>
      <DialogButton needs="installations:manage" look="quiet" dialog={<ChangeApp app={app} />}>
        Change …
      </DialogButton>
      <DialogButton needs="installations:manage" look="quiet" dialog={<DeleteApp app={app} />}>
        Delete …
      </DialogButton>
    </>
  ),
  children: (
    <KeyValues
      facts={{
        'Client id': app.clientId,
        'Client secret': 'stored, never shown',
        Scopes: app.scopes.length === 0 ? 'as the app says' : app.scopes.join(', '),
        Made: <Time at={app.createTime} />,
        'Last change': app.updateTime && <Time at={app.updateTime} />,
        Id: <Id id={app.id} label="provider app id" />,
      }}
    />
  ),
});

const NewApp = ({ isMain = false }: { isMain?: boolean }) => (
  <DialogButton needs="installations:manage" look={isMain ? 'main' : 'usual'} dialog={<NewAppDialog />}>
    New provider app …
  </DialogButton>
);

function NewAppDialog() {
  const project = useProject();
  const providers = useProviders(project).data ?? [];
  return (
    <FormDialog
      title="New provider app"
      fields={newAppFields(providers.map(({ name, displayName }) => ({ value: name, words: displayName })))}
      words="Create"
      disabledBecause={providers.length === 0 ? 'The providers are not read yet.' : undefined}
      change={useCreateApp(project)}
    />
  );
}

function ChangeApp({ app: { id, provider, clientId, scopes } }: { app: ProviderApp }) {
  return (
    <FormDialog
      title={`Change the app at ${brandOf(provider)}`}
      fields={changedAppFields}
      initial={{ '/providerApp/clientId': clientId, '/providerApp/scopes': scopes.join(' ') }}
      words="Save"
      change={useChangeApp(useProject(), id)}
    />
  );
}

function DeleteApp({ app: { id, provider } }: { app: ProviderApp }) {
  const remove = useDeleteApp(useProject(), id);
  return (
    <ActionDialog
      title={`Delete the app at ${brandOf(provider)}?`}
      words="Delete"
      look="danger"
      change={remove}
      onAct={(close) => remove.mutate(undefined, { onSuccess: close })}
    >
      <p>
        Customers can no longer connect through it, and the tokens of existing connections cannot be renewed.
      </p>
    </ActionDialog>
  );
}
