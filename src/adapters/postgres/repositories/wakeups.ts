import type { WakeupStore } from '../../../ports/unit-of-work.ts'
import { execute } from '../database.ts'
import type { Session } from '../rows.ts'
import { addWakeups } from '../wakeups.ts'

export class WakeupRepository implements WakeupStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(jobIds: readonly string[]): Promise<void> {
    await execute(this.#session.connection, addWakeups, [jobIds, 0, false])
  }
}
