import { Window } from 'happy-dom';

/** What React and Testing Library look for where they run; to be imported before them. */
const window = new Window({ url: 'http://127.0.0.1/' });
export const { document } = window;
Object.assign(globalThis, { window, document, IS_REACT_ACT_ENVIRONMENT: true });
