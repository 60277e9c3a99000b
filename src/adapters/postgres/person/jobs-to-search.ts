import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const searched = fieldsOf('jobs', 'id', 'dataTableId')

const findJobs: Statement = {
  name: 'jobs_to_search',
  text: `
    select ${searched.selected()}, root_of_job(p_job => jobs) as "rootJobId",
           is_unfinished_job(status) as "isUnfinishedJob" from jobs
     where organization_id = $1 and id > $2 order by id limit 200`,
}

const firstId = '00000000-0000-0000-0000-000000000000'

export interface JobToSearch extends Selected<typeof searched> {
  /** The id of the job in which the recipients first ran. */
  readonly rootJobId: string
  readonly isUnfinishedJob: boolean
}

/** Yields all jobs of an organization, even jobs whose recipients retention has deleted. */
export async function* jobsOf(database: Database, organizationId: string): AsyncIterable<JobToSearch> {
  for (let after: string | null = firstId; after !== null; ) {
    const jobs: JobToSearch[] = await database.read<JobToSearch>(findJobs, [organizationId, after])
    yield* jobs
    after = jobs.at(-1)?.id ?? null
  }
}
