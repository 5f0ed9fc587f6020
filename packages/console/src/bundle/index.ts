export { openConsole, type Console } from './open-console.ts';
