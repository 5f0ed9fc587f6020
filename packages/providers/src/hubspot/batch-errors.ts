import type { Faults, JsonObject, ProviderFault } from '@writ/write-core';
import { isJsonObject, objectsIn, textsIn } from '../transport/json.ts';
import { culpritOf } from './blame.ts';
import { readItemFaults } from './failures/failures.ts';
import type { BatchInput } from './match-results.ts';

type Part = { fault: ProviderFault; names: readonly string[] };

type BatchError = { error: JsonObject; names: readonly string[]; parts: readonly Part[] };

/**
 * Finds the inputs that a batch's errors are about. One error can name several inputs in its context, and say
 * something else of each in its details (Providers §2.3). A detail without a name belongs to the only input
 * that its words fit.
 * @param inError members of a context that name inputs; absent if inputs have no names
 */
export function errorsOfInputs(
  errors: readonly JsonObject[],
  { inError, objectName }: { inError: RegExp | undefined; objectName: string },
) {
  const own = new Map<BatchInput, Faults>();
  const culpritIn = (fault: ProviderFault, inputs: readonly BatchInput[]): BatchInput | undefined => {
    const culprit = culpritOf(
      fault,
      objectName,
      inputs.map(({ record }) => record),
    );
    return inputs.find(({ record }) => record === culprit);
  };
  const add = (input: BatchInput, ...faults: ProviderFault[]): void => {
    const all: readonly ProviderFault[] = [...(own.get(input) ?? []), ...faults];
    const [first, ...others] = all;
    if (first) own.set(input, [first, ...others]);
  };

  const place = ({ error, names, parts }: BatchError, inputs: readonly BatchInput[]): void => {
    const silent = new Set(inputs);
    for (const { fault, names: ofPart } of parts) {
      const named = inputs.filter(({ name }) => (ofPart.length > 0 ? ofPart : names).includes(name));
      const only = ofPart.length === 0 && culpritIn(fault, named);
      for (const input of only ? [only] : named) {
        add(input, fault);
        silent.delete(input);
      }
    }
    for (const input of silent) add(input, ...readItemFaults({ ...error, errors: [] }, inError));
  };

  let unplaced = errors.map((error) => toBatchError(error, inError));
  return {
    own: own as ReadonlyMap<BatchInput, Faults>,
    placeByName(inputs: readonly BatchInput[]): void {
      unplaced = unplaced.filter((error) => {
        const names = new Set([...error.names, ...error.parts.flatMap((part) => part.names)]);
        const named = inputs.filter(({ name }) => names.has(name));
        place(error, named);
        return named.length === 0;
      });
    },
    placeByWords(inputs: readonly BatchInput[]): void {
      unplaced = unplaced.map(({ parts, ...error }) => {
        const left = parts.filter(({ fault }) => {
          const culprit = culpritIn(fault, inputs);
          if (culprit) add(culprit, fault);
          return culprit === undefined;
        });
        return { ...error, parts: left };
      });
    },
    ofNone: (): ProviderFault[] => unplaced.flatMap(({ parts }) => parts.map(({ fault }) => fault)),
  };
}

function toBatchError(error: JsonObject, inError: RegExp | undefined): BatchError {
  const namesOf = ({ context }: JsonObject): string[] =>
    Object.entries(isJsonObject(context) ? context : {}).flatMap(([member, names]) =>
      inError?.test(member) === true ? textsIn(names) : [],
    );
  const faults = readItemFaults(error, inError);
  const details = objectsIn(error['errors']);
  // A fault for each detail, unless the verdict asks for a retry.
  const isOfDetail = faults.length === details.length;
  const parts = faults.map((fault, at): Part => {
    const detail = isOfDetail ? details[at] : undefined;
    return { fault, names: detail ? namesOf(detail) : [] };
  });
  return { error, names: namesOf(error), parts };
}
