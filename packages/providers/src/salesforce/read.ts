import type { Identity, ReadRecords } from '../adapter.ts';
import { isJsonObject, memberOf, textOf } from '../transport/json.ts';
import { reader, readFaults } from './failures/failures.ts';
import { byError, credentialsRefused, refused, toFault } from '../verdict.ts';
import { isSuccess, readerFor } from '../transport/read-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { sentId } from './record-id.ts';
import { collectionPath, namingHeaders, type SalesforceRequest } from './paths.ts';

/** In the order of the ids; null for a missing or hidden record (Providers §1.2). */
export const readRequest: SalesforceRequest<
  [ids: readonly string[], fields: readonly string[]],
  ReadRecords
> = {
  build: (target, ids, fields) => ({
    method: 'POST',
    path: `${collectionPath(target)}/${encodeURIComponent(target.objectName)}`,
    headers: namingHeaders(target),
    json: { ids: ids.map(sentId), fields: fields.length > 0 ? fields : ['Id'] },
  }),
  read: reader(({ json }, ids: readonly string[]) => {
    if (!Array.isArray(json) || json.length !== ids.length) return undefined;
    const records = json.map((row) => (isJsonObject(row) ? { fields: row, shown: row } : undefined));
    return { kind: 'read', records };
  }),
};

const onlyRead = byError('an identity is only read');

/** Here, errors are a bare text under a 403. */
export const readIdentityAnswer = readerFor({
  declaration: salesforceDeclaration,
  isRefusal: ({ status }) => !isSuccess(status),
  readFaults: (answer) => {
    const said = answer.text.trim();
    if (answer.status !== 403 || !/^\w+$/.test(said)) return readFaults(answer);
    const isOfToken = /^(?:Bad|Missing)_OAuth_Token$/.test(said);
    const verdict = isOfToken ? credentialsRefused(onlyRead) : refused('forbidden', onlyRead);
    return [toFault(verdict, { message: `Salesforce said: ${said}`, status: answer.status })];
  },
})(({ json }): Identity | undefined => {
  const account = textOf(memberOf(json, 'organization_id'));
  return account === undefined ? undefined : { kind: 'identified', account };
});
