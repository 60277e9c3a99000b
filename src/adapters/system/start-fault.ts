/**
 * `StartFault` is thrown if something outside of the process prevents its start; the message says what to do.
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFault'
  }
}
