/**
 * The error of an operator's command that cannot be carried out, such as a restore; the message says what to
 * do.
 */
export class OperationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationRefused'
  }
}
