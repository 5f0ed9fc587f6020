export { restLanes } from '../rows/lane-rows.ts';
export { protocol } from './protocol/protocol.ts';
export { has, never, now, type Hold, type State, type Unit, type World } from './protocol/state.ts';
export type { Machine } from './protocol/search.ts';
export type { Move, OfUnit, Step } from './protocol/step.ts';
