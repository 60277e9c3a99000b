import { EndedJobs } from '../../../ports/job/ended-jobs.ts'
import type { Database, Statement } from '../database.ts'

const clear: Statement = {
  name: 'clear_ended_job',
  text: 'select clear_ended_job($1, $2, $3) as cleared',
}

/** Small enough that nobody notices: up to 2,000 recipients, or as many messages, in one commit. */
const slicesAtOnce = 4
const messagesAtOnce = 2_000

export class PostgresEndedJobs extends EndedJobs {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async clear(before: Date): Promise<boolean> {
    const values = [before, slicesAtOnce, messagesAtOnce]
    const [row] = await this.#database.write<{ cleared: boolean }>(clear, values)
    return row?.cleared ?? false
  }
}
