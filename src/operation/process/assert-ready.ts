import { StartFault } from '../../adapters/system/start-fault.ts'
import type { SealedThings } from '../../ports/sealing.ts'
import { databaseUnreachable, type ServiceState } from '../../ports/service-state.ts'
import { DatabaseUnreachable } from '../faults/database-unreachable.ts'

/**
 * For processes that do not migrate: throws if the database is not migrated. The error names the command that
 * migrates it.
 */
export async function assertReady(database: ServiceState): Promise<void> {
  const obstacle = await database.missing()
  if (obstacle === databaseUnreachable) throw new DatabaseUnreachable()
  if (obstacle !== null)
    throw new StartFault(`${obstacle}. Run npm run migrate first, or check DATABASE_URL.`)
}

/**
 * Throws if encrypted values in the database cannot be decrypted with the configured keys. Otherwise the
 * process would fail later, at one message after another.
 */
export async function assertKeys(sealedThings: SealedThings): Promise<void> {
  const fault = await sealedThings.faultOfKeys()
  if (fault !== null) throw new StartFault(fault)
}
