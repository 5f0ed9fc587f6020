import type { WriteRequest } from '@writ/contracts';
import type { IssueInput } from '@writ/problem-details';
import type { ProviderDeclaration } from '@writ/write-core';

const issue = (name: string, detail: string, value?: unknown): IssueInput => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
});

/** What the provider of this installation cannot do, or what an id of its records never looks like. */
export function providerRules(request: WriteRequest, provider: ProviderDeclaration): readonly IssueInput[] {
  return [...features(request, provider), ...ids(request, provider)];
}

function* features(request: WriteRequest, provider: ProviderDeclaration): Iterable<IssueInput> {
  const lacks = (what: string): string => `${provider.displayName} does not support ${what}.`;
  if (!provider.associations) {
    if (request.associations) yield issue('/associations', lacks('associations'), request.associations);
    for (const [index, item] of (request.batch ?? []).entries()) {
      if (item.associations)
        yield issue(`/batch/${index}/associations`, lacks('associations'), item.associations);
    }
  }
  if (!provider.headers && request.headers)
    yield issue(
      '/headers',
      lacks('forwarded headers'),
      request.headers.map(({ key }) => ({ key })),
    );
  if (!provider.batch && request.batch) yield issue('/batch', lacks('batch writes'), request.batch);
  if (!provider.writes.includes(request.type))
    yield issue('/type', lacks(`type \`${request.type}\``), request.type);
}

function* ids(request: WriteRequest, provider: ProviderDeclaration): Iterable<IssueInput> {
  const records = request.batch
    ? request.batch.map(({ record }, index) => ({ record, pointer: `/batch/${index}/record/id` }))
    : [{ record: request.record, pointer: '/record/id' }];
  for (const { record, pointer } of records) {
    const id = (record as { id?: string | number } | undefined)?.id;
    if (id !== undefined && !provider.recordIdPattern.test(String(id))) {
      yield issue(pointer, `This is no record id of ${provider.displayName}.`, id);
    }
  }
}
