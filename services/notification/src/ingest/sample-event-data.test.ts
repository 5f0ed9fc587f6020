import { expect, test } from '@jest/globals';
import { eventDataSchemas, eventTypes } from '@writ/contracts';
import { createSchemaCompiler } from '@writ/problems';
import { newId } from '@writ/service-kit';
import { sampleEventData } from './sample-event-data.ts';

const compile = createSchemaCompiler();

test.each(eventTypes)('the made-up data of %s is what its schema asks for', (type) => {
  const faults = compile(eventDataSchemas[type], 'body')(sampleEventData(type, newId()));

  expect(faults).toEqual([]);
});
