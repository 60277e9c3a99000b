import { waitsForNoSender } from '../../../domain/reason.ts'
import { mailTypes } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'

// Reads the unfinished jobs one status after the other, because each status has a small index of its own.
const versionsInUse = `
           (select s.id, s.published_version from spinners s where s.organization_id = $1
            union select q.spinner_id, q.spinner_version from jobs q where q.organization_id = $1 and q.status = 'queued'
            union select r.spinner_id, r.spinner_version from jobs r
                   where r.organization_id = $1 and r.status = 'running'
            union select l.spinner_id, l.spinner_version from jobs l
                   where l.organization_id = $1 and l.status = 'scheduled'
            union select h.spinner_id, h.spinner_version from jobs h
                   where h.organization_id = $1 and h.status = 'paused')`

/**
 * Returns a statement that selects the names of ten spinners at most. Each of them has a published version, or a version
 * of an unfinished job, whose steps (`v.steps`) meet the SQL condition.
 */
function spinnersInUse(name: string, condition: string): Statement {
  const text = `
    select p.name
      from ${versionsInUse} u(spinner_id, version)
      join spinners p on p.id = u.spinner_id
      join spinner_versions v on v.spinner_id = u.spinner_id and v.version = u.version
     where ${condition}
     group by p.id, p.name order by p.id limit 10`
  return { name, text }
}

/** Returns the SQL condition that a step of the version `v` names the sender with an id. */
function namesSender(id: string): string {
  return `jsonb_path_exists(v.steps, '$.**.senders[*] ? (@ == $id)', jsonb_build_object('id', ${id}))`
}

/** Returns the SQL condition that a step of the version `v` sends mail, by its type, and names no sender. */
function namesNoSender(types: string): string {
  return `jsonb_path_exists(
    v.steps, '$.** ? (@.type == $types[*] && !exists(@.senders[*]))', jsonb_build_object('types', ${types}))`
}

const byName = spinnersInUse('spinners_that_name_sender', namesSender('$2::text'))

const byDefault = spinnersInUse('spinners_by_default_sender', namesNoSender('$2::text[]'))

// Reads the job's steps and the counts of its slices, because a job may have a million recipients. Does not read the
// times that the senders have given, because a commit that is just marking messages may give more.
const scheduled: Statement = {
  name: 'senders_scheduled_for_job',
  text: `
    select s.id
      from jobs j
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      join senders s on s.organization_id = j.organization_id
     where j.id = $1
       and (${namesSender('s.id')} or (s.is_default and ${namesNoSender('$2::text[]')}))
       and exists (
         select from slices x
          where x.job_id = j.id and is_unfinished_slice(x.status) and (x.lease_holder is not null or exists (
            select from jsonb_array_elements(x.reasons) r
             where r ->> 'status' = 'waiting' and r ->> 'code' <> all($3::text[]))))
     order by s.id`,
}

export async function spinnersThatName(
  executor: Executor,
  organizationId: string,
  id: string,
): Promise<readonly string[]> {
  const rows = await executor.read<Pick<RowOf<'spinners'>, 'name'>>(byName, [organizationId, id])
  return rows.map(({ name }) => name)
}

export async function spinnersByDefault(
  executor: Executor,
  organizationId: string,
): Promise<readonly string[]> {
  const rows = await executor.read<Pick<RowOf<'spinners'>, 'name'>>(byDefault, [organizationId, mailTypes])
  return rows.map(({ name }) => name)
}

export async function scheduledFor(executor: Executor, jobId: string): Promise<readonly string[]> {
  const values = [jobId, mailTypes, waitsForNoSender]
  const rows = await executor.read<Pick<RowOf<'senders'>, 'id'>>(scheduled, values)
  return rows.map(({ id }) => id)
}
