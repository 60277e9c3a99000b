import { DomainError } from '../errors.ts'

/** The error of a request for a table whose record keys an import or a change of match columns has locked. */
export class TableBusy extends DomainError {
  /** Whether the table is open, so that the refused request is held instead. */
  isOpen = false

  constructor(
    message = 'An import into this table is being completed; nothing was written. Send the request again',
  ) {
    super('OVERLOADED', { message })
  }
}
