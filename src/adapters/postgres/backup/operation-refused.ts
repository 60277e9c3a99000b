/** What an operator asked of the database cannot be done; the message says what to do. */
export class OperationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationRefused'
  }
}
