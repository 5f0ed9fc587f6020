import { useIntegrations } from '../../data/building/integrations.ts';
import { useProject } from '../../data/project.ts';
import { Code, KeyValues } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { brandOf } from '../../parts/facts/words.ts';
import { Page } from '../../parts/page/page.tsx';
import { CardList } from '../../parts/rows/card-list.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';

export function IntegrationsPage() {
  const reading = useIntegrations(useProject());
  return (
    <Page title="Integrations" actions={<To place={['integrations', 'manifest']}>Edit the manifest</To>}>
      <Read of={reading} what="the integrations">
        {(all) =>
          all.length === 0 ? (
            <NothingYet title="No integrations yet">
              <p>An integration says which objects of a provider Writ may write. A manifest defines them.</p>
            </NothingYet>
          ) : (
            <CardList
              cards={all.map(({ id, name, displayName, provider, latestRevision, createTime }) => ({
                key: id,
                title: displayName ?? name,
                actions: <To place={['operations', { integrationId: id }]}>Its writes</To>,
                children: (
                  <>
                    <KeyValues
                      facts={{
                        Name: name,
                        Provider: brandOf(provider),
                        'Current revision': <Time at={latestRevision.createTime} />,
                        Made: <Time at={createTime} />,
                        Id: <Id id={id} label="integration id" />,
                      }}
                    />
                    <details>
                      <summary>Definition</summary>
                      <Code label={`definition of ${name}`} value={latestRevision.content} />
                    </details>
                  </>
                ),
              }))}
            />
          )
        }
      </Read>
    </Page>
  );
}
