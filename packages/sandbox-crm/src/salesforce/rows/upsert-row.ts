import type { Reply } from '../../server/call.ts';
import { bodyObject, knownType, methodNotAllowed, type Scope } from '../context.ts';
import { refusal } from '../salesforce-error.ts';
import { findField } from '../schema/sobject-types.ts';
import { saysCreated } from '../versions.ts';
import { externalIdField, matchingRows } from './external-id.ts';
import { rowAddress } from './render-row.ts';
import { written } from './row-routes.ts';
import { createRow, updateRow } from './write-row.ts';

/**
 * `sobjects/{T}/{field}/{value}`: 201 if it created a record, 200 if it updated one (204 without a body before 46.0),
 * 300 with the addresses of all matches if there are several; then nothing is written (REST API guide, "Insert or
 * Update (Upsert) a Record Using an External ID").
 */
export function upsertRow(scope: Scope, typeName: string, fieldName: string, value: string): Reply {
  if (scope.call.method !== 'PATCH') throw methodNotAllowed(scope, 'PATCH');
  const type = knownType(typeName);
  const field = externalIdField(type, fieldName);
  if (field === undefined) throw noExternalId(fieldName);
  if (/\.[a-z]\w*$/i.test(value)) throw noFormat();
  const body = bodyObject(scope);
  for (const name in body) {
    const given = findField(type, name)?.name;
    if (given === field.name || given === 'Id') throw notInBody(given);
  }
  const [match, ...others] = matchingRows(scope, type, field, value);
  if (match !== undefined && others.length > 0) {
    return { status: 300, json: [match, ...others].map(({ id }) => rowAddress(scope.version, type, id)) };
  }
  const record = { ...body, [field.name]: value };
  const isNew = match === undefined;
  const { id } = written(isNew ? createRow(scope, type, record) : updateRow(scope, type, match, record));
  if (!isNew && !saysCreated(scope.version)) return { status: 204 };
  const json = { id, success: true, errors: [], ...(saysCreated(scope.version) && { created: isNew }) };
  if (!isNew) return { status: 200, json };
  return { status: 201, headers: { location: rowAddress(scope.version, type, id) }, json };
}

/** The message as in g8rswimmer/go-sfdc#50. */
function noExternalId(name: string) {
  const message = `Provided external ID field does not exist or is not accessible: ${name}`;
  return refusal(404, 'NOT_FOUND', message);
}

/** The end of the value is taken for the name of a format. */
const noFormat = () => refusal(404, 'NOT_FOUND', 'The requested resource does not exist');

function notInBody(name: string) {
  return refusal(400, 'INVALID_FIELD', `The ${name} field should not be specified in the sobject data.`);
}
