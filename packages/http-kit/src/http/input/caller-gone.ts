/** The caller left before the request was complete: nobody is there to be answered, and nothing of ours is at fault. */
export class CallerGone extends Error {
  constructor() {
    super('The caller left before the request was complete');
    this.name = 'CallerGone';
  }
}
