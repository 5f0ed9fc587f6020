export { heldAnswers, type HeldAnswers } from './answers/held-answers.ts';
