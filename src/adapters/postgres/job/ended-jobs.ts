import { EndedJobs } from '../../../ports/job/ended-jobs.ts'
import type { Database } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

const clearEndedJob = sqlFunction('clear_ended_job', 'p_before', 'p_slices', 'p_messages')

/**
 * The slices or messages of an ended job that one commit deletes: up to 2,000 recipients or messages, few
 * enough not to hold up requests.
 */
const slicesAtOnce = 4
const messagesAtOnce = 2_000

export class PostgresEndedJobs extends EndedJobs {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async clear(before: Date): Promise<boolean> {
    const [row] = await this.#database.write<{ cleared: boolean }>(
      ...clearEndedJob({ p_before: before, p_slices: slicesAtOnce, p_messages: messagesAtOnce }),
    )
    return row?.cleared ?? false
  }
}
