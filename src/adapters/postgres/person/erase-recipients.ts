import type { PersonToErase } from '../../../domain/person/erasure.ts'
import { wordsOfPerson } from '../../../domain/person/recognition.ts'
import type { ContactedRecipient, ErasedRecord, RecipientOfJob } from '../../../ports/person/people.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import type { TableFields } from '../schema/columns.ts'
import { openedSteps, type StoredSteps } from '../schema/sealed-steps.ts'
import { sqlFunction } from '../sql-function.ts'
import { byTable } from './erased-records.ts'
import { jobsOf } from './jobs-to-search.ts'
import { namedCells } from './person-search.ts'

const listContacted: Statement = {
  name: 'list_recipients_contacted_at_address',
  text: `
    select distinct record_id as "recordId", root_job_id as "rootJobId", slice from sent_emails
     where organization_id = $1 and address = $2 and (record_id, root_job_id) > ($3, $4) order by 1, 2 limit $5`,
}

// Finds the recipients of contacts in the first job and in every job that ran its failed recipients again. A recipient
// keeps the number of its slice in these jobs.
const findContacted: Statement = {
  name: 'find_recipients_contacted_at_address',
  text: `
    with recursive contacted as (
      select * from unnest($2::bigint[], $3::uuid[], $4::int[]) as c(record_id, root_job_id, slice)
    ), chain as (
      select c.root_job_id, c.root_job_id as job_id from contacted c
      union
      select c.root_job_id, again.id from chain c join jobs again on again.retry_of = c.job_id
    )
    select j.id as "jobId", c.record_id as "recordId", p.step, ${namedCells} as data, v.steps,
           v.metadata_columns as "metadataColumns", v.spinner_id as "spinnerId", v.version, j.data as "triggerData"
      from contacted c
      join chain a on a.root_job_id = c.root_job_id
      join jobs j on j.id = a.job_id and j.organization_id = $1
      join recipients p on p.job_id = j.id and p.slice = c.slice and p.record_id = c.record_id
      join records r on r.data_table_id = j.data_table_id and r.id = c.record_id
      join stored_data_tables t on t.id = j.data_table_id
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
     where is_unfinished_recipient(p.status) or can_be_retried(p.status, p.reason)`,
}

// Waits for a transaction that is making a slice of the job, which may still contain deleted records. Slices
// that are made later do not contain them.
const awaitCut: Statement = { name: 'await_cut', text: 'select 1 from jobs where id = $1 for no key update' }

const eraseSlices = sqlFunction(
  'erase_recipients',
  'p_job',
  'p_after',
  'p_slices',
  'p_records',
  'p_address',
  'p_now',
)

/** The number of contacts whose recipients are read at once, each with its record. */
const contactedAtOnce = 500

/** The maximum number of slices from which one statement erases a person: up to 100,000 recipients. */
const slicesAtOnce = 200

type Row = Readonly<Record<string, unknown>>

interface ContactedRow extends Omit<ContactedRecipient, 'version'> {
  readonly steps: StoredSteps
  readonly metadataColumns: readonly string[]
  readonly spinnerId: string
  readonly version: number
  readonly [column: string]: unknown
}

interface ErasedPart {
  readonly last_slice: number | null
  readonly erased: number
  readonly on_the_wire: number
}

export async function* contactedRecipients(
  database: Database,
  sealing: Sealing,
  { organizationId, address }: PersonToErase,
) {
  type Contact = Pick<TableFields<'sent_emails'>, 'recordId' | 'rootJobId' | 'slice'>
  let [after, afterJob] = ['-1', firstId]
  for (;;) {
    const from = [organizationId, address, after, afterJob, contactedAtOnce]
    const page: readonly Contact[] = await database.read<Contact & Row>(listContacted, from)
    const last = page.at(-1)
    if (last === undefined) return
    ;[after, afterJob] = [last.recordId, last.rootJobId]
    const contacts = [
      page.map(({ recordId }) => recordId),
      page.map(({ rootJobId }) => rootJobId),
      page.map(({ slice }) => slice),
    ]
    const rows = await database.read<ContactedRow>(findContacted, [organizationId, ...contacts])
    yield rows.map(({ steps, metadataColumns, spinnerId, version, ...recipient }): ContactedRecipient => {
      const opened = openedSteps(steps, { spinnerId, version }, sealing)
      return { ...recipient, version: { steps: opened, metadataColumns } }
    })
  }
}

export async function eraseRecipients(
  database: Database,
  person: PersonToErase,
  records: readonly ErasedRecord[],
  written: readonly RecipientOfJob[],
  now: Date,
) {
  const ofTable = byTable(records)
  const ofJob = Map.groupBy(written, ({ jobId }) => jobId)
  let erased = 0
  let inTransit = 0
  for await (const job of jobsOf(database, person.organizationId)) {
    const { id, dataTableId, isUnfinishedJob } = job
    if (isUnfinishedJob) await database.write(awaitCut, [id])
    for (let after: number | null = 0; after !== null; ) {
      const call = eraseSlices({
        p_job: id,
        p_after: after,
        p_slices: slicesAtOnce,
        p_records: [
          ...(ofTable.get(dataTableId) ?? []),
          ...(ofJob.get(id) ?? []).map(({ recordId }) => recordId),
        ],
        p_address: wordsOfPerson(person),
        p_now: now,
      })
      const [part]: ErasedPart[] = await database.write<ErasedPart>(...call)
      after = part?.last_slice ?? null
      erased += part?.erased ?? 0
      inTransit += part?.on_the_wire ?? 0
    }
  }
  return { erased, inTransit }
}
