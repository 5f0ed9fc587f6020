import type { ApiKey, JwtKey } from '@writ/sdk';
import type { ReactNode } from 'react';
import { useApiKeys, useJwtKeys, type KeyKind } from '../../data/building/keys.ts';
import { useProject } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { CardList } from '../../parts/rows/card-list.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { DeleteKey, NewApiKeyDialog, NewJwtKeyDialog, SwitchKey } from './key-dialogs.tsx';

export function KeysPage() {
  const project = useProject();
  return (
    <Page title="Keys">
      <Section title="API keys" beside={<New words="New API key …" dialog={<NewApiKeyDialog />} />}>
        <p>Your backend sends an API key with each request. Give each program one of its own.</p>
        <Read of={useApiKeys(project)} what="the API keys">
          {(keys) => <Keys kind="apiKeys" keys={keys} none="There is no API key." factsOf={factsOfApiKey} />}
        </Read>
      </Section>
      <Section title="JWT keys" beside={<New words="New JWT key …" dialog={<NewJwtKeyDialog />} />}>
        <p>
          Your backend signs tokens with a private key, and Writ checks them with the public key. A token for
          one customer can be used in a page.
        </p>
        <Read of={useJwtKeys(project)} what="the JWT keys">
          {(keys) => <Keys kind="jwtKeys" keys={keys} none="There is no JWT key." factsOf={factsOfJwtKey} />}
        </Read>
      </Section>
    </Page>
  );
}

const New = ({ words, dialog }: { words: string; dialog: ReactNode }) => (
  <DialogButton needs="full" dialog={dialog}>
    {words}
  </DialogButton>
);

type Facts = Readonly<Record<string, ReactNode>>;
type AnyKey = Pick<ApiKey, 'id' | 'label' | 'scopes' | 'active' | 'createTime'> & {
  lastUsedTime?: string;
  expireTime?: string;
};
type Given<Key> = { kind: KeyKind; keys: readonly Key[]; none: string; factsOf: (key: Key) => Facts };

function Keys<Key extends AnyKey>({ kind, keys, none, factsOf }: Given<Key>) {
  const { keyId } = useWho();
  if (keys.length === 0) return <p className="quiet">{none}</p>;
  return (
    <CardList
      cards={keys.map((key) => ({
        key: key.id,
        title: <bdi>{key.label}</bdi>,
        beside: (
          <>
            <Status {...standingOf(key)} />
            {key.id === keyId && <span className="quiet">you are signed in with it</span>}
          </>
        ),
        actions: (
          <>
            <DialogButton needs="full" look="quiet" dialog={<SwitchKey kind={kind} of={key} />}>
              {key.active ? 'Switch off …' : 'Switch on …'}
            </DialogButton>
            <DialogButton needs="full" look="quiet" dialog={<DeleteKey kind={kind} of={key} />}>
              Delete …
            </DialogButton>
          </>
        ),
        children: (
          <KeyValues
            facts={{
              ...factsOf(key),
              Scopes: key.scopes.join(', '),
              'Last used': key.lastUsedTime === undefined ? 'never' : <Time at={key.lastUsedTime} />,
              Made: <Time at={key.createTime} />,
            }}
          />
        ),
      }))}
    />
  );
}

function standingOf({ active, expireTime }: AnyKey) {
  if (!active) return { tone: 'off', words: 'Off' } as const;
  return expireTime !== undefined && Date.parse(expireTime) <= Date.now()
    ? ({ tone: 'off', words: 'Expired' } as const)
    : ({ tone: 'good', words: 'On' } as const);
}

const factsOfApiKey = ({ id, prefix, expireTime }: ApiKey): Facts => ({
  'Begins with': prefix && <code>{prefix}</code>,
  Id: <Id id={id} label="key id" />,
  Expires: expireTime && <Time at={expireTime} />,
});

const factsOfJwtKey = ({ kid, algorithm, audienceRequired }: JwtKey): Facts => ({
  Algorithm: algorithm,
  kid: <Id id={kid} label="kid" />,
  Audience: audienceRequired ? 'required' : 'optional',
});
