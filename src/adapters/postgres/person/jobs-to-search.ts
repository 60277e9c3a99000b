import type { Database, Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const searched = fieldsOf('jobs', 'id', 'dataTableId')

const findJobs: Statement = {
  name: 'jobs_to_search',
  text: `
    select ${searched.selected()}, is_unfinished_job(status) as "isUnfinishedJob" from jobs
     where organization_id = $1 and id > $2 order by id limit 200`,
}

export interface JobToSearch extends Selected<typeof searched> {
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
