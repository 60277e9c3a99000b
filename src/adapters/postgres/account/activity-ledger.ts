import { ActivityLedger } from '../../../ports/account/activity-ledger.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Database } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

const foldActivity = sqlFunction('fold_activity', 'p_now')

export class PostgresActivityLedger extends ActivityLedger {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async fold(): Promise<boolean> {
    const [row] = await this.#database.write<{ fold_activity: boolean }>(
      ...foldActivity({ p_now: this.#clock.now() }),
    )
    return row?.fold_activity ?? false
  }
}
