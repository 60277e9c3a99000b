/** A child did not start, and has said why. */
export class ToldByChild extends Error {
  constructor() {
    super('A process did not start')
    this.name = 'ToldByChild'
  }
}
