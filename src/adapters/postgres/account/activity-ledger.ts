import { ActivityLedger } from '../../../ports/account/activity-ledger.ts'
import type { Database } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

const foldActivity = sqlFunction('fold_activity')

export class PostgresActivityLedger extends ActivityLedger {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async fold(): Promise<boolean> {
    const [row] = await this.#database.write<{ fold_activity: boolean }>(...foldActivity({}))
    return row?.fold_activity ?? false
  }
}
