import { Ids } from '../../../src/ports/ids.ts'
import type { World } from '../world.ts'

/** Adds newer copies of a job without recipients, which run another version of its spinner. */
export async function copyJob(
  world: World,
  jobId: string,
  { version, copies }: { readonly version: number; readonly copies: number },
): Promise<void> {
  const ids = Array.from({ length: copies }, () => world.container.get(Ids).next())
  await world.sql.query(
    `insert into jobs
     select (jsonb_populate_record(j, jsonb_build_object('id', copy.id, 'spinner_version', $3::int))).*
       from jobs j cross join unnest($2::uuid[]) copy(id) where j.id = $1`,
    [jobId, ids, version],
  )
}
