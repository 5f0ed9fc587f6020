import type { Connection, Installation } from '@writ/sdk';
import {
  useConnectionsOf,
  useDeleteConnection,
  useInstallationsOf,
  useReconnect,
} from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Code, KeyValues, NameOf, Status } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { connectionStanding } from '../../parts/facts/standings.ts';
import { brandOf } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';

export function Connections({ groupRef }: { groupRef: string }) {
  const project = useProject();
  const installations = useInstallationsOf(project, groupRef);
  return (
    <Section title="Connections">
      <Read of={useConnectionsOf(project, groupRef)} what="its connections">
        {(connections) =>
          connections.length === 0 ? (
            <p className="quiet">No account is connected, so nothing can be written.</p>
          ) : (
            connections.map((connection) => (
              <OneConnection
                key={connection.id}
                connection={connection}
                users={installations.data?.filter((each) => each.connection.id === connection.id)}
              />
            ))
          )
        }
      </Read>
    </Section>
  );
}

/** `users`: the installations that write through it; undefined until they are read. */
type Given = { connection: Connection; users: readonly Installation[] | undefined };

function OneConnection({ connection, users }: Given) {
  const { id, provider, account, authScheme, consumer, createTime, updateTime } = connection;
  return (
    <article className="card stack" aria-label={`${brandOf(provider)} ${account}`}>
      <header className="wrap">
        <h3>
          {brandOf(provider)} <bdi>{account}</bdi>
        </h3>
        <Status {...connectionStanding(connection)} />
        <span className="wrap apart">
          <DialogButton
            needs="installations:manage"
            disabledBecause={authScheme === 'oauth2/authorizationCode' ? undefined : byKey[authScheme]}
            dialog={<ReconnectDialog connection={connection} />}
          >
            Reconnect …
          </DialogButton>
          <DialogButton
            needs="installations:manage"
            dialog={<DeleteDialog connection={connection} users={users} />}
          >
            Delete …
          </DialogButton>
        </span>
      </header>
      <LastError connection={connection} />
      <KeyValues
        facts={{
          'Signed in by': schemes[authScheme],
          Person: consumer && <bdi>{consumer.consumerName}</bdi>,
          Connected: <Time at={createTime} />,
          'Last change': updateTime && <Time at={updateTime} />,
          Id: <Id id={id} label="connection id" />,
        }}
      />
    </article>
  );
}

const schemes: Readonly<Record<Connection['authScheme'], string>> = {
  apiKey: 'API key',
  'oauth2/authorizationCode': 'OAuth',
  'oauth2/clientCredentials': 'Client credentials',
};

const byKey: Readonly<Record<string, string>> = {
  apiKey: 'It uses an API key. Send the new key by PATCH …/connections/{id}.',
  'oauth2/clientCredentials': 'It uses client credentials. Send new ones by PATCH …/connections/{id}.',
};

function LastError({ connection: { provider, status, renewalError } }: { connection: Connection }) {
  if (status === 'bad_credentials')
    return (
      <p>
        {brandOf(provider)} refuses its credentials. Its writes wait until the customer connects again; send
        the link of “Reconnect”.
      </p>
    );
  if (renewalError !== undefined)
    return (
      <p>
        {brandOf(provider)} refuses the provider app: <bdi>{renewalError}</bdi> Fix the app; the customer does
        not have to reconnect.
      </p>
    );
  return status === 'unverified' ? (
    <p>{brandOf(provider)} could not be asked yet whether the credentials are valid. Writes wait for that.</p>
  ) : null;
}

/**
 * Makes the link by which the customer signs in. Anybody who has it can connect an account, so no other page
 * shows it.
 */
function ReconnectDialog({ connection: { id, provider, account, group } }: { connection: Connection }) {
  const reconnect = useReconnect(useProject(), id);
  const link = reconnect.data;
  return (
    <ActionDialog
      title={`Reconnect ${brandOf(provider)} ${account}`}
      closeWords="Close"
      words={link === undefined ? 'Make the link' : 'Make another link'}
      change={reconnect}
      isRepeatable
      onAct={() => reconnect.mutate()}
    >
      <p>
        <bdi>{group.groupName}</bdi> signs in to {brandOf(provider)} by a link. It works once, for 10 minutes.
        Send it only to the customer: it connects the account of the person who opens it.
      </p>
      <div role="status">
        {link !== undefined && (
          <div className="stack">
            <Code label="link to reconnect" value={link} />
            <p>
              <a href={link} target="_blank" rel="noreferrer">
                Open it in a new tab
              </a>
            </p>
          </div>
        )}
      </div>
    </ActionDialog>
  );
}

function DeleteDialog({ connection, users }: Given) {
  const remove = useDeleteConnection(useProject(), connection);
  const { provider, account } = connection;
  const isUsed = users !== undefined && users.length > 0;
  return (
    <ActionDialog
      title={`Delete the connection to ${brandOf(provider)} ${account}?`}
      words="Delete"
      look="danger"
      disabledBecause={isUsed ? 'Installations write through it.' : undefined}
      change={remove}
      onAct={(close) => remove.mutate(undefined, { onSuccess: close })}
    >
      {isUsed ? (
        <>
          <p>These installations write through it. Delete them, or give them another connection, first.</p>
          <ul>
            {users.map(({ id, integrationId }) => (
              <li key={id}>
                <NameOf kind="integrations" id={integrationId} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          No installation writes through it. Writ forgets its credentials, and asks {brandOf(provider)} to
          revoke the customer’s grant if it was given in Writ.
        </p>
      )}
    </ActionDialog>
  );
}
