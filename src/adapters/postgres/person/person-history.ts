import type { ContactTrace, Passage, PersonTrace, RecordChange } from '../../../domain/person/person-trace.ts'
import type { ArrivalSource } from '../../../domain/person/timeline.ts'
import { PersonHistory } from '../../../ports/person/person-history.ts'
import type { PersonRecord } from '../../../ports/person/person-records.ts'
import type { Database, Statement } from '../database.ts'

const changesOf: Statement = {
  name: 'changes_of_records',
  text: `
    select r.table_id as "dataTableId", r.id as "recordId", c.at, c.request_id as "requestId", c.api_key_id as "apiKeyId",
           named_columns(c.columns, t.column_keys) as columns
      from unnest($1::uuid[], $2::bigint[]) r(table_id, id)
      join data_tables t on t.id = r.table_id
      cross join lateral (
        select x.* from record_changes x where x.data_table_id = r.table_id and x.record_id = r.id offset 0) c
     order by c.at`,
}

const keyNames: Statement = {
  name: 'names_of_api_keys',
  text: 'select id, name from api_keys where organization_id = $1 and id = any($2::uuid[])',
}

const contactsOf: Statement = {
  name: 'contacts_of_address',
  text: `
    select coalesce(c.retry_job_id, c.root_job_id) as "jobId", c.spinner_id as "spinnerId", c.slice,
           j.data_table_id as "dataTableId", c.record_id as "recordId", c.step, c.at
      from contacts c join jobs j on j.id = coalesce(c.retry_job_id, c.root_job_id)
     where c.organization_id = $1 and c.address = $2
     order by c.at desc limit 2000`,
}

const passage = `
  j.id as "jobId", j.spinner_id as "spinnerId", j.data_table_id as "dataTableId", r.record_id as "recordId",
  j.created_at as "takenAt", case when j.status = 'cancelled' then j.finished_at end as "cancelledAt", r.slice, r.step, r.state,
  r.error, r.reason, r.evidence, r.due_at as "dueAt", r.updated_at as "updatedAt"`

// Finds the jobs that a record passed through. No index has the jobs of a record, so every slice of each job
// that may have taken it is looked up by its whole key. Retries have no range of the ledger.
const passagesOf: Statement = {
  name: 'passages_of_records',
  text: `
    select ${passage}
      from jobs j
      cross join lateral (select s.no from slices s where s.job_id = j.id offset 0) s
      cross join lateral (
        select x.* from recipients x where x.job_id = j.id and x.slice = s.no and x.record_id = any($3::bigint[]) offset 0) r
     where j.organization_id = $1 and j.data_table_id = $2 and (j.retry_of is not null or j.to_seq >= $4)
     order by j.id desc limit 5000`,
}

const passagesAt: Statement = {
  name: 'passages_at',
  text: `
    select ${passage}
      from unnest($1::uuid[], $2::int[], $3::bigint[]) w(job_id, slice, record_id)
      join jobs j on j.id = w.job_id
      cross join lateral (
        select x.* from recipients x where x.job_id = w.job_id and x.slice = w.slice and x.record_id = w.record_id offset 0) r`,
}

const deliveriesOf: Statement = {
  name: 'deliveries_of_recipients',
  text: `
    select d.job_id as "jobId", d.record_id as "recordId", d.step, d.channel, d.state, d.finished_at as at
      from unnest($1::uuid[], $2::int[], $3::bigint[]) w(job_id, slice, record_id)
      cross join lateral (
        select x.* from deliveries x where x.job_id = w.job_id and x.slice = w.slice and x.record_id = w.record_id offset 0) d`,
}

interface Recipient {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

type PassageRow = Omit<Passage, 'deliveries'> & Recipient
type ContactRow = ContactTrace & Recipient
type DeliveryRow = Passage['deliveries'][number] & Pick<Recipient, 'jobId' | 'recordId'>
type ChangeRow = Omit<RecordChange, 'source'> & { readonly apiKeyId: string | null }

export class PostgresPersonHistory extends PersonHistory {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async of(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace> {
    const [changes, contacts, taken] = await Promise.all([
      this.#database.read<ChangeRow>(changesOf, [
        records.map(({ dataTableId }) => dataTableId),
        records.map(({ recordId }) => recordId),
      ]),
      address === null ? [] : this.#database.read<ContactRow>(contactsOf, [organizationId, address]),
      this.#taken(organizationId, records),
    ])
    const known = new Set(taken.map(recipientOf))
    const others = contacts.filter((contact) => !known.has(recipientOf(contact)))
    const keyIds = [...records.map(({ arrival }) => arrival.apiKeyId), ...changes.map((one) => one.apiKeyId)]
    const [written, keys] = await Promise.all([
      this.#database.read<PassageRow>(passagesAt, columnsOf(others)),
      this.#keys(organizationId, keyIds),
    ])
    const all = new Map([...taken, ...written].map((one) => [recipientOf(one), one] as const))
    return {
      arrivals: records.map(({ dataTableId, recordId, arrival: { at, requestId, apiKeyId, keyless } }) => ({
        at,
        dataTableId,
        recordId,
        requestId,
        source: apiKeyId === null ? keyless && { kind: keyless } : keys(apiKeyId),
      })),
      changes: changes.map(({ apiKeyId, ...change }) => ({
        ...change,
        source: apiKeyId === null ? null : keys(apiKeyId),
      })),
      passages: await this.#withDeliveries([...all.values()]),
      contacts: contacts.map(({ jobId, spinnerId, dataTableId, recordId, step, at }) => ({
        jobId,
        spinnerId,
        dataTableId,
        recordId,
        step,
        at,
      })),
    }
  }

  async #taken(organizationId: string, records: readonly PersonRecord[]): Promise<readonly PassageRow[]> {
    const byTable = Map.groupBy(records, ({ dataTableId }) => dataTableId)
    const found: PassageRow[] = []
    for (const [dataTableId, own] of byTable) {
      const ids = own.map(({ recordId }) => recordId)
      const firstSeq = Math.min(...own.map(({ arrival }) => arrival.seq))
      const values = [organizationId, dataTableId, ids, firstSeq]
      found.push(...(await this.#database.read<PassageRow>(passagesOf, values)))
    }
    return found
  }

  async #withDeliveries(rows: readonly PassageRow[]): Promise<readonly Passage[]> {
    const deliveries = Map.groupBy(
      await this.#database.read<DeliveryRow>(deliveriesOf, columnsOf(rows)),
      recipientOf,
    )
    return rows.map((row) => ({
      ...row,
      deliveries: (deliveries.get(recipientOf(row)) ?? []).map(({ step, channel, state, at }) => ({
        step,
        channel,
        state,
        at,
      })),
    }))
  }

  async #keys(
    organizationId: string,
    ids: readonly (string | null)[],
  ): Promise<(apiKeyId: string) => ArrivalSource> {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    const rows = await this.#database.read<{ id: string; name: string }>(keyNames, [organizationId, wanted])
    const names = new Map(rows.map(({ id, name }) => [id, name] as const))
    return (apiKeyId) => ({ kind: 'apiKey', apiKeyId, name: names.get(apiKeyId) ?? null })
  }
}

const recipientOf = ({ jobId, recordId }: Pick<Recipient, 'jobId' | 'recordId'>) => `${jobId} ${recordId}`

function columnsOf(recipients: readonly Recipient[]) {
  return [
    recipients.map(({ jobId }) => jobId),
    recipients.map(({ slice }) => slice),
    recipients.map(({ recordId }) => recordId),
  ]
}
