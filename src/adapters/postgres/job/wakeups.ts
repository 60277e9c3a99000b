import { Wakeups } from '../../../ports/job/wakeups.ts'
import type { Database, Statement } from '../database.ts'

// A wake-up is a hint and the sweep gives it again, so it is not worth many attempts.
export const addWakeups: Statement = {
  name: 'add_wakeups',
  text: `
    select count(*) from graphile_worker.add_jobs(specs => array(
      select row('advance-job', json_build_object('jobId', j.id), null,
                 now() + make_interval(secs => $2), 3::smallint, case when $3 then 'due:' || j.id end, 0::smallint, null)::graphile_worker.job_spec
        from unnest($1::uuid[]) j(id)))`,
}

export class PostgresWakeups extends Wakeups {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async wake(jobIds: readonly string[], inSeconds = 0): Promise<void> {
    if (jobIds.length > 0) await this.#database.write(addWakeups, [jobIds, inSeconds, false])
  }

  override async remind(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length > 0) await this.#database.write(addWakeups, [[...new Set(jobIds)], 0, true])
  }
}
