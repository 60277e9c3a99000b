import { asDomainError, DatabaseGone } from '../../adapters/postgres/faults.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { databaseUnreachable } from '../../ports/service-state.ts'

/**
 * The error for an unreachable database in DATABASE_URL, which may be restarting or failing over to another
 * server.
 */
export class DatabaseUnreachable extends StartFault {
  constructor(options?: ErrorOptions) {
    super(`${databaseUnreachable}. Start it, or check DATABASE_URL.`, options)
  }
}

export function isDatabaseUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnreachable || asDomainError(error) instanceof DatabaseGone
}
