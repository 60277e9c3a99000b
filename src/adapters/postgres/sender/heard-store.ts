import type { RecipientPlace } from '../../../ports/sender/exit-store.ts'
import type { HeardEntry, HeardOutcome, HeardStore } from '../../../ports/sender/heard-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const enter: Statement = {
  name: 'enter_heard',
  text: `
    insert into heard (organization_id, key, kind, outcome, sender_id, at)
    values ($1, encode(sha256(convert_to($2, 'UTF8')), 'base64'), $3, 'noted', $4, $5)
    on conflict (organization_id, key) do nothing returning 1`,
}

const note: Statement = {
  name: 'note_heard',
  text: `
    update heard set outcome = $3
     where organization_id = $1 and key = encode(sha256(convert_to($2, 'UTF8')), 'base64')`,
}

const hasJob: Statement = {
  name: 'has_job',
  text: 'select 1 from jobs where id = $2 and organization_id = $1',
}

const place = `coalesce(c.retry_job_id, c.root_job_id) as "jobId", c.slice, c.record_id::text as "recordId"`

const lastWrittenTo: Statement = {
  name: 'last_written_to',
  text: `
    select ${place} from contacts c where c.organization_id = $1 and c.address = $2 and c.at > $3 order by c.at desc limit 1`,
}

const wentTo: Statement = {
  name: 'went_to',
  text: `
    select 1 from contacts c
     where c.organization_id = $1 and c.address = $2 and c.record_id = $4
       and c.root_job_id = (select coalesce(j.root_job_id, j.retry_of, j.id) from jobs j where j.id = $3) limit 1`,
}

export class PostgresHeardStore implements HeardStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async enter({ organizationId, key, kind, senderId, at }: HeardEntry): Promise<boolean> {
    return (await execute(this.#tx.connection, enter, [organizationId, key, kind, senderId, at])).length > 0
  }

  async note({ organizationId, key }: HeardEntry, outcome: HeardOutcome): Promise<void> {
    await execute(this.#tx.connection, note, [organizationId, key, outcome])
  }

  async hasJob(organizationId: string, jobId: string): Promise<boolean> {
    return (await execute(this.#tx.connection, hasJob, [organizationId, jobId])).length > 0
  }

  /** Nothing keeps what providers call a message yet. */
  async sentAs(): Promise<RecipientPlace | null> {
    return null
  }

  async lastWrittenTo(organizationId: string, address: string, since: Date): Promise<RecipientPlace | null> {
    type Row = RecipientPlace & { readonly [name: string]: unknown }
    const [row] = await execute<Row>(this.#tx.connection, lastWrittenTo, [organizationId, address, since])
    return row ?? null
  }

  async wentTo(organizationId: string, address: string, { jobId, recordId }: RecipientPlace) {
    const values = [organizationId, address, jobId, recordId]
    return (await execute(this.#tx.connection, wentTo, values)).length > 0
  }
}
