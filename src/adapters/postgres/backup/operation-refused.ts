/** An operation that an operator asked for and that is not possible; the message says what to do. */
export class OperationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationRefused'
  }
}
