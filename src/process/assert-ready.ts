import type { Readiness } from '../ports/readiness.ts'
import { StartFault } from './start-fault.ts'

/** For the processes that do not migrate: they tell the operator who does. */
export async function assertReady(readiness: Readiness): Promise<void> {
  const missing = await readiness.missing()
  if (missing !== null) throw new StartFault(`${missing}. Run npm run migrate first, or check DATABASE_URL.`)
}
