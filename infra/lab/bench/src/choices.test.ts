import { expect, test } from '@jest/globals';
import { choiceOption, type ChoiceOption } from './choices.ts';

const read = (name: ChoiceOption, text: string): unknown =>
  choiceOption(name, ['1']).parseArg?.(text, undefined);

test('values are chosen, each once', () => {
  expect(read('workers', '1,4')).toEqual(['1', '4']);
  expect(read('share', '0.25,none')).toEqual(['0.25', 'none']);
  expect(read('case', 'creates,steady')).toEqual(['creates', 'steady']);
  expect(choiceOption('accounts', ['1', '20']).defaultValue).toEqual(['1', '20']);
});

test.each([
  ['case', 'update', 'It takes updates, creates, '],
  ['accounts', '1,x', 'It takes whole numbers from 1, each once, separated by commas.'],
  ['accounts', '1,1', 'It takes whole numbers from 1, each once, separated by commas.'],
  ['share', '0', 'It takes parts of a core from 0.01, or none, each once, separated by commas.'],
] as const)('--%s %s is refused with the reason', (name, text, why) => {
  expect(() => read(name, text)).toThrow(why);
});
