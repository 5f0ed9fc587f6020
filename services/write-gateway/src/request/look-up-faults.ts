import type { FindInstallationForWrite, InstallationForWrite } from '@writ/installation';
import type { IssueInput } from '@writ/problem-details';
import type { ProviderAdapter } from '@writ/providers';
import { planWrite, toWriteSettings } from '@writ/write-core';
import { noInstallation, noIntegration } from './find-target.ts';
import { providerRules } from './provider-rules.ts';
import { isObject, type ReadableBody } from './readable-body.ts';
import { toReadableCommands } from './to-write-command.ts';

type Faulty = {
  params: { integrationIdOrName: string; objectName: string };
  body: unknown;
  project: { id: string };
};

/**
 * What is wrong with a request beyond its form: names that lead nowhere, what the provider cannot do, fields that meet.
 * For requests with other faults, so that their one answer tells these too (Contract §2).
 */
export const lookUpFaults =
  (deps: {
    findInstallation: FindInstallationForWrite;
    adapterFor: (provider: string) => ProviderAdapter | undefined;
  }) =>
  async ({ params, body, project }: Faulty): Promise<readonly IssueInput[]> => {
    const readable = isObject(body) ? body : {};
    const groupRef = textOf(readable['groupRef']);
    const found = await deps.findInstallation({
      ...params,
      projectId: project.id,
      groupRef: groupRef ?? '',
    });
    if (found.kind === 'no-integration') return told(noIntegration(params.integrationIdOrName));
    const provider = found.kind === 'found' ? found.installation.provider : found.provider;
    const adapter = deps.adapterFor(provider);
    return [
      ...(adapter ? providerRules(readable, adapter.declaration) : []),
      ...(found.kind === 'no-installation' && groupRef !== undefined ? told(noInstallation(groupRef)) : []),
      ...(found.kind === 'found' ? settingsRules(readable, found.installation) : []),
    ];
  };

const told = ({ facts }: ReturnType<typeof noIntegration>): readonly IssueInput[] => facts.issues ?? [];

/** One that could be a group's: an empty or unstorable one is told already. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0')
    ? value
    : undefined;

const settingsRules = (body: ReadableBody, installation: InstallationForWrite): IssueInput[] =>
  toReadableCommands(body)
    .flatMap((command) => planWrite(command, toWriteSettings(installation)).issues)
    .map((issue) => ({ in: 'body', ...issue }));
