import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { dashboardFiles } from './dashboard-files.ts';

type File = {
  uid: string;
  panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
};

test.each(dashboardFiles)(
  '$path is what the description says: write-dashboards.main.ts writes it',
  async (file) => {
    expect(await readFile(file.path, 'utf8')).toBe(file.text);
  },
);

test('each panel has an id and a place of its own', () => {
  const files = dashboardFiles.map(({ text }) => JSON.parse(text) as File);
  expect(new Set(files.map(({ uid }) => uid)).size).toBe(5);
  for (const { panels } of files) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  }
});
