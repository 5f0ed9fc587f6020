export class CallerGone extends Error {
  constructor() {
    super('The caller left before the request was complete');
    this.name = 'CallerGone';
  }
}
