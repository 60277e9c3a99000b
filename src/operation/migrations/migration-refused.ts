/**
 * The error of a migration when this version must not change the database; the message says what to do
 * instead.
 */
export class MigrationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MigrationRefused'
  }
}
