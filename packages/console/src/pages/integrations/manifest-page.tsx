import { WritProblem } from '@writ/sdk';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useIntegrations, useManifestCheck, useManifestSave } from '../../data/building/integrations.ts';
import { useProject } from '../../data/project.ts';
import { ActionButton } from '../../parts/actions/button.tsx';
import { Table } from '../../parts/facts/facts.tsx';
import { brandOf } from '../../parts/facts/words.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Buttons, Page, Section } from '../../parts/page/page.tsx';
import { Problem, Read } from '../../parts/states/states.tsx';
import { LineErrors, ManifestText } from './manifest-editor.tsx';
import { lineErrorsOf } from './line-errors.ts';
import { manifestOf } from './manifest-text.ts';

export function ManifestPage() {
  const reading = useIntegrations(useProject());
  return (
    <Page title="Manifest">
      <Read of={reading} what="the integrations">
        {(integrations) => <Editor initial={manifestOf(integrations)} />}
      </Read>
    </Page>
  );
}

const absentChoices = [
  { value: 'stay', words: 'stay as they are' },
  { value: 'go', words: 'are deleted, if they have no installations' },
] as const;

function Editor({ initial }: { initial: string }) {
  const project = useProject();
  const [, navigate] = useLocation();
  // What is typed stays, even if somebody else changes an integration.
  const [sourceYaml, setText] = useState(initial);
  const [absent, setAbsent] = useState<'stay' | 'go'>('stay');
  const area = useRef<HTMLTextAreaElement>(null);
  const check = useManifestCheck(project);
  const save = useManifestSave(project);
  const manifest = { sourceYaml, destructive: absent === 'go' };
  const fault = save.error ?? check.error;
  const errors = fault instanceof WritProblem ? lineErrorsOf(fault.issues) : [];
  const forget = () => [check, save].forEach((each) => each.reset());
  return (
    <>
      <ManifestText
        area={area}
        text={sourceYaml}
        errors={errors}
        onChange={(text) => {
          forget();
          setText(text);
        }}
      />
      {errors.length > 0 && <LineErrors errors={errors} area={area} />}
      {fault && errors.length === 0 && <Problem fault={fault} />}
      <Field
        label="Integrations that the manifest leaves out"
        value={absent}
        choices={absentChoices}
        onChange={(value) => {
          forget();
          setAbsent(value);
        }}
      />
      <Buttons>
        <Check
          isFirst={!check.data}
          isBusy={check.isPending}
          onClick={() => {
            save.reset();
            check.mutate(manifest);
          }}
        />
      </Buttons>
      {check.data && (
        <Section title="What saving it changes">
          <Plan changes={check.data} />
          <Buttons>
            <Save
              isAny={check.data.some(({ change }) => change !== 'keep')}
              isBusy={save.isPending}
              onClick={() => save.mutate(manifest, { onSuccess: () => navigate(project.to('integrations')) })}
            />
          </Buttons>
        </Section>
      )}
    </>
  );
}

type CheckGiven = { isFirst: boolean; isBusy: boolean; onClick: () => void };

const Check = ({ isFirst, isBusy, onClick }: CheckGiven) => (
  <ActionButton
    needs="installations:manage"
    look={isFirst ? 'main' : 'usual'}
    isBusy={isBusy}
    onClick={onClick}
  >
    Check what changes
  </ActionButton>
);

type SaveGiven = { isAny: boolean; isBusy: boolean; onClick: () => void };

const Save = ({ isAny, isBusy, onClick }: SaveGiven) => (
  <ActionButton
    needs="installations:manage"
    look="main"
    isBusy={isBusy}
    disabledBecause={isAny ? undefined : 'It changes nothing.'}
    onClick={onClick}
  >
    Save the manifest
  </ActionButton>
);

type Changes = NonNullable<ReturnType<typeof useManifestCheck>['data']>;

const changeWords: Readonly<Record<Changes[number]['change'], string>> = {
  keep: 'stays as it is',
  revise: 'gets a new revision',
  drop: 'is deleted',
  make: 'is new',
};

function Plan({ changes }: { changes: Changes }) {
  if (changes.length === 0) return <p>There is no integration, and none is made.</p>;
  return (
    <Table
      heads={['Integration', 'Provider', 'Change']}
      rows={changes.map(({ name, provider, change }) => [name, brandOf(provider), changeWords[change]])}
    />
  );
}
