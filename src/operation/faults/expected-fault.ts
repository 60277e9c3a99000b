import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { ConfigurationFault } from '../../config/configuration-fault.ts'
import { MigrationRefused } from '../migrations/migration-refused.ts'

/**
 * Returns whether the message of an error tells the operator what to do. Other errors are printed with their
 * stack.
 */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof StartFault ||
    error instanceof MoveRefused ||
    error instanceof ConfigurationFault ||
    error instanceof MigrationRefused ||
    error instanceof OperationRefused
  )
}
