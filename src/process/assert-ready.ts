import { StartFault } from '../adapters/system/start-fault.ts'
import { type Readiness, unreachable } from '../ports/readiness.ts'
import type { SealedThings } from '../ports/sender/sealed-things.ts'
import { DatabaseAway } from './faults/database-away.ts'

/** For the processes that do not migrate: they tell the operator who does. */
export async function assertReady(readiness: Readiness): Promise<void> {
  const missing = await readiness.missing()
  if (missing === unreachable) throw new DatabaseAway()
  if (missing !== null) throw new StartFault(`${missing}. Run npm run migrate first, or check DATABASE_URL.`)
}

/** A process that cannot open what is sealed would fail later, one message at a time. */
export async function assertKeys(sealedThings: SealedThings): Promise<void> {
  const fault = await sealedThings.faultOfKeys()
  if (fault !== null) throw new StartFault(fault)
}
