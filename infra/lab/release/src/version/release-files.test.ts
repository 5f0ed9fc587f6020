import { expect, test } from '@jest/globals';
import { nextVersion, releasedChangelog, sectionOf, withVersion } from './release-files.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n## 0.1.0 (2026-11-01)\n\n- B.\n';

test.each([
  ['patch', '0.9.10'],
  ['minor', '0.10.0'],
  ['major', '1.0.0'],
  ['0.9.10', '0.9.10'],
  ['0.10.0', '0.10.0'],
  ['1.0.0', '1.0.0'],
])('after 0.9.9 %s is %s', (asked, version) => {
  expect(nextVersion('0.9.9', asked)).toBe(version);
});

test.each(['0.9.9', '0.9.8', '0.8.10', '0.1.0'])('%s is not above 0.9.9', (asked) => {
  expect(() => nextVersion('0.9.9', asked)).toThrow(`${asked} is not above 0.9.9`);
});

test.each(['', 'v1.0.0', '1.0', '1.0.0-rc.1', 'next'])('"%s" is no version', (asked) => {
  expect(() => nextVersion('0.9.9', asked)).toThrow('is no version');
});

test('what is unreleased becomes the section of the version, and the next one is empty', () => {
  const released = releasedChangelog(changelog, '0.2.0', '2026-12-01');
  expect(released).toContain('## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added');
  expect(sectionOf(released, '0.2.0')).toBe('### Added\n\n- A.');
  expect(sectionOf(released, '0.1.0')).toBe('- B.');
  expect(sectionOf(released, '0.1')).toBe('');
  expect(() => releasedChangelog(released, '0.3.0', '2026-12-02')).toThrow('nothing under "Unreleased"');
});

test('a manifest gets the version once, and its dependencies keep theirs', () => {
  const text =
    '{\n  "name": "a",\n  "version": "0.1.0",\n  "x": { "version": "0.1.0" },\n  "d": { "b": "0.1.0" }\n}\n';
  expect(withVersion('a/package.json', text, '0.1.0', '0.2.0')).toBe(text.replace('0.1.0', '0.2.0'));
  expect(() => withVersion('a/package.json', text, '0.1.1', '0.2.0')).toThrow(
    'a/package.json has version 0.1.0, not 0.1.1',
  );
  expect(() => withVersion('a/package.json', '{}', '0.1.0', '0.2.0')).toThrow('has version none');
});

test('a chart gets it for itself and the product', () => {
  const chart = 'apiVersion: v2\nname: writ\nversion: 0.1.0\nappVersion: "0.1.0"\n';
  expect(withVersion('infra/helm/writ/Chart.yaml', chart, '0.1.0', '0.2.0')).toBe(
    chart.replaceAll('0.1.0', '0.2.0'),
  );
  expect(() => withVersion('Chart.yaml', 'version: 0.1.0\n', '0.1.0', '0.2.0')).toThrow(
    'has version 0.1.0, not',
  );
});
