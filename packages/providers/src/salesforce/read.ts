import type { Identity, ReadRecords } from '../adapter.ts';
import { isJsonObject, memberOf, textOf } from '../transport/json.ts';
import { reader, readFaults } from './failures/failures.ts';
import { credentialsRefused, toFault } from '../verdict.ts';
import { isSuccess, readerFor } from '../transport/read-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { sentId } from './long-id.ts';
import { collectionPath, namingHeaders, type SalesforceRequest } from './paths.ts';

/** Records come in the order of the ids, null for one that is not there or may not be seen (Providers §1.2). */
export const readRequest: SalesforceRequest<
  [ids: readonly string[], fields: readonly string[]],
  ReadRecords
> = {
  build: (target, ids, fields) => ({
    method: 'POST',
    path: `${collectionPath(target)}/${encodeURIComponent(target.objectName)}`,
    headers: namingHeaders(target),
    // The list must not be empty.
    json: { ids: ids.map(sentId), fields: fields.length > 0 ? fields : ['Id'] },
  }),
  read: reader(({ json }, ids: readonly string[]) => {
    if (!Array.isArray(json) || json.length !== ids.length) return undefined;
    const records = json.map((row) => (isJsonObject(row) ? { fields: row, shown: row } : undefined));
    return { kind: 'read', records };
  }),
};

/** The account is the org's id. A refused token is 403 with a bare text here, unlike everywhere else. */
export const readIdentityAnswer = readerFor({
  declaration: salesforceDeclaration,
  isRefusal: ({ status }) => !isSuccess(status),
  readFaults: (answer) =>
    /^(?:Bad|Missing)_OAuth_Token$/.test(answer.text.trim())
      ? [
          toFault(credentialsRefused, {
            message: `Salesforce said: ${answer.text.trim()}`,
            status: answer.status,
          }),
        ]
      : readFaults(answer),
})(({ json }): Identity | undefined => {
  const account = textOf(memberOf(json, 'organization_id'));
  return account === undefined ? undefined : { kind: 'identified', account };
});
