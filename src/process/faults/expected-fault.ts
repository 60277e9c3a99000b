import { OperationRefused } from '../../adapters/postgres/backup/operation-refused.ts'
import { MoveRefused } from '../../adapters/postgres/cell/move/move-refused.ts'
import { MigrationRefused } from '../../adapters/postgres/schema/migration-refused.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { ConfigurationFault } from '../../config/configuration-fault.ts'

/** Whether the message tells the operator what to do; the stack of any other error is for us. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof StartFault ||
    error instanceof MoveRefused ||
    error instanceof ConfigurationFault ||
    error instanceof MigrationRefused ||
    error instanceof OperationRefused
  )
}
