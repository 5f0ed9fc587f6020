import { expect, test } from '@jest/globals';
import { recordIdForms } from './record-id-forms.ts';

test.each([
  ['001D000000IqhSL', ['001D000000IqhSL', '001D000000IqhSLIAZ']],
  ['001D000000IqhSLIAZ', ['001D000000IqhSLIAZ', '001D000000IqhSL']],
  ['001d000000iqhsliaz', ['001d000000iqhsliaz', '001D000000IqhSL', '001D000000IqhSLIAZ']],
  ['0051', ['0051', '51']],
  ['51', ['51']],
  ['order-1', ['order-1']],
])('%s is looked for in all its forms', (id, forms) => {
  expect(recordIdForms(id)).toEqual(forms);
});
