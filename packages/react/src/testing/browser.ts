import { afterAll, beforeAll } from '@jest/globals';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://127.0.0.1/' });
export const { document } = window;
const globals = { window, document, IS_REACT_ACT_ENVIRONMENT: true };

// React and Testing Library look for them as they are loaded: so this file is imported before them.
Object.assign(globalThis, globals);

/** Runs the tests of this file as in a page. To be called after the file's own `afterAll`, which still needs the page. */
export function inPage(): void {
  beforeAll(() => void Object.assign(globalThis, globals));
  afterAll(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  });
}
