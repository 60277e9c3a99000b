import type { AnsweredMessage } from '../../../../domain/sender/inbound/inbound-fact.ts'
import type {
  InboundFactEntry,
  InboundFactOutcome,
  InboundFactStore,
  ToldMessage,
} from '../../../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessagePlace } from '../../../../ports/sender/message/message-tokens.ts'
import type { HealthNote } from '../../../../ports/sender/pacing/sender-health.ts'
import { execute, type Statement } from '../../database.ts'
import { entity, type OpenTransaction } from '../../rows.ts'
import { fieldsOf, type NotNull, type Selected, type TableFields } from '../../schema/columns.ts'
import { storableWords } from '../message/logging.ts'
import { failureCall } from '../pacing/sender-health.ts'

const enter: Statement = {
  name: 'enter_heard',
  text: `
    insert into inbound_facts (organization_id, key, kind, outcome, sender_id, at, job_id, record_id, step)
    values ($1, encode(sha256(convert_to($2, 'UTF8')), 'base64'), $3, 'noted', $4, $5, $6, $7, $8)
    on conflict (organization_id, key) do update
      set kind = excluded.kind, outcome = excluded.outcome, sender_id = excluded.sender_id, at = excluded.at,
          job_id = excluded.job_id, record_id = excluded.record_id, step = excluded.step
    where $9 and inbound_facts.outcome = 'nobody'
    returning 1`,
}

const note: Statement = {
  name: 'note_heard',
  text: `
    update inbound_facts set outcome = $3
     where organization_id = $1 and key = encode(sha256(convert_to($2, 'UTF8')), 'base64')`,
}

const jobs = entity('jobs', 'id', 'organizationId')

// Finds a restore that lost what was stored in a period. A restore after which the operator has not run
// `after-restore` has no figures yet, and counts too.
const findLossyRestore: Statement = {
  name: 'find_lossy_restore',
  text: `
    select 1 from restorations x
     where x.restored_moment <= $2 and x.restored_at >= $1 and (x.figures ->> 'nothingLost') is distinct from 'true'
     limit 1`,
}

// Finds the message of a spinner in the bin too. A spinner that was deleted permanently no longer has a project, so its
// data table names the project.
// If the log does not have the message, takes the address from the contacts, which are found by the addresses of the
// record: there are too many contacts for an index by job.
const messageAt: Statement = {
  name: 'message_at',
  text: `
    select coalesce(s.project_id, t.project_id) as "projectId", j.spinner_id as "spinnerId", j.data_table_id as "dataTableId", m.id as "messageId",
           coalesce(m.address, (
             select c.address
               from records r
              cross join jsonb_each_text(r.data) k
              cross join regexp_matches(k.value, '[^\\s<>"(),;:]+@[^\\s<>"(),;:]+', 'g') a
              cross join lateral (
                select o.address, o.step, o.at from contacts o
                 where o.organization_id = $1 and o.address = lower(a[1])
                   and o.root_job_id = root_of_job(p_job => j) and o.record_id = $3
                 order by o.step = $4 desc, o.at desc limit 1) c
              where r.data_table_id = j.data_table_id and r.id = $3
              order by c.step = $4 desc, c.at desc limit 1)) as address
      from jobs j
      left join stored_spinners s on s.id = j.spinner_id
      left join stored_data_tables t on t.id = j.data_table_id
      left join messages m on m.job_id = j.id and m.record_id = $3 and m.step = $4
     where j.id = $2 and j.organization_id = $1`,
}

const sent = fieldsOf('messages', 'jobId', 'slice', 'recordId', 'step')
const contacted = fieldsOf('contacts', 'slice', 'recordId', 'step')

// Finds the sent message that a reply or report is about. A message with the reported id wins over the latest
// message of its conversation.
const sentAs: Statement = {
  name: 'sent_as',
  text: `
    select ${sent.selected('m')},
           coalesce(m.provider_id = $3 or m.message_id = any($5), false) as "isExact"
      from messages m
     where m.organization_id = $1 and ($2::uuid is null or m.sender_id = $2)
       and (m.provider_id = $3 or m.provider_thread = $4)
     order by coalesce(m.provider_id = $3 or m.message_id = any($5), false) desc, m.id desc limit 1`,
}

const sentUnder: Statement = {
  name: 'sent_under',
  text: `
    select ${sent.selected('m')}
      from messages m
     where m.organization_id = $1 and m.provider_message_id = any($2::text[])
     order by array_position($2::text[], m.provider_message_id), m.id desc limit 1`,
}

const sentBy: Statement = {
  name: 'sent_by',
  text: `
    select r.sender_id as "senderId", j.spinner_id as "spinnerId"
      from recipients r join jobs j on j.id = r.job_id
     where r.job_id = $1 and r.slice = $2 and r.record_id = $3 and r.sender_id is not null`,
}

const noteState: Statement = {
  name: 'note_message_state',
  text: `
    update messages set state = $4, words = coalesce($5, words)
     where job_id = $1 and record_id = $2 and step = $3
    returning id`,
}

// Waits for a transaction that logs messages of the slice at this moment.
const awaitLogging: Statement = {
  name: 'await_logging',
  text: 'select pg_advisory_xact_lock(key_of_message_log(p_job => $1, p_slice => $2))',
}

const noteBeforeLog: Statement = {
  name: 'note_before_log',
  text: `
    update inbound_facts set logged_state = $3, job_id = $4, record_id = $5, step = $6, logged_words = $7
     where organization_id = $1 and key = encode(sha256(convert_to($2, 'UTF8')), 'base64')`,
}

const lastWrittenTo: Statement = {
  name: 'last_written_to',
  text: `
    select coalesce(c.retry_job_id, c.root_job_id) as "jobId", ${contacted.selected('c')} from contacts c
     where c.organization_id = $1 and c.address = $2 and c.at > $3 and c.at <= $4
     order by c.at desc limit 1`,
}

const wentTo: Statement = {
  name: 'went_to',
  text: `
    select 1 from contacts c
     where c.organization_id = $1 and c.address = $2 and c.record_id = $4
       and c.root_job_id = (select root_of_job(p_job => j) from jobs j where j.id = $3) limit 1`,
}

export class PostgresInboundFactStore implements InboundFactStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async enter(
    { organizationId, key, kind, senderId, at, place: about }: InboundFactEntry,
    isAttributed: boolean,
  ): Promise<boolean> {
    return (
      (
        await execute(this.#tx.connection, enter, [
          organizationId,
          key,
          kind,
          senderId,
          at,
          about?.jobId ?? null,
          about?.recordId ?? null,
          about?.step ?? null,
          isAttributed,
        ])
      ).length > 0
    )
  }

  async note({ organizationId, key }: InboundFactEntry, outcome: InboundFactOutcome): Promise<void> {
    await execute(this.#tx.connection, note, [organizationId, key, outcome])
  }

  async organizationOfJob(jobId: string): Promise<string | null> {
    return (await jobs.within(this.#tx).find({ id: jobId }))?.organizationId ?? null
  }

  async wasLostByRestore(earliest: Date, latest: Date): Promise<boolean> {
    return (await execute(this.#tx.connection, findLossyRestore, [earliest, latest])).length > 0
  }

  async messageAt(organizationId: string, { jobId, recordId, step }: MessagePlace) {
    const values = [organizationId, jobId, recordId, step]
    const [row] = await execute<ToldMessage & Record<string, unknown>>(this.#tx.connection, messageAt, values)
    return row ?? null
  }

  async sentAs(
    organizationId: string,
    senderId: string | null,
    {
      messageIds,
      providerId,
      providerThread,
    }: Pick<AnsweredMessage, 'messageIds' | 'providerId' | 'providerThread'>,
  ) {
    if (providerId === null && providerThread === null) return null
    type Row = Selected<typeof sent> & { readonly isExact: boolean }
    const values = [organizationId, senderId, providerId, providerThread, messageIds]
    const [row] = await execute<Row>(this.#tx.connection, sentAs, values)
    return row ?? null
  }

  async sentUnder(organizationId: string, messageIds: readonly string[]): Promise<MessagePlace | null> {
    if (messageIds.length === 0) return null
    const [row] = await execute<Selected<typeof sent>>(this.#tx.connection, sentUnder, [
      organizationId,
      messageIds,
    ])
    return row ?? null
  }

  async sentBy({ jobId, slice, recordId }: MessagePlace) {
    type Row = Pick<TableFields<'jobs'>, 'spinnerId'> &
      NotNull<Pick<TableFields<'recipients'>, 'senderId'>, 'senderId'>
    const [row] = await execute<Row>(this.#tx.connection, sentBy, [jobId, slice, recordId])
    return row ?? null
  }

  async countFailure(failure: HealthNote): Promise<boolean> {
    type Row = { readonly is_paused: boolean }
    const [row] = await execute<Row>(this.#tx.connection, ...failureCall(failure))
    return row?.is_paused === true
  }

  async noteInLog(
    { organizationId, key }: InboundFactEntry,
    { jobId, slice, recordId, step }: MessagePlace,
    state: 'bounced' | 'complained' | 'replied',
    words: string | null,
  ): Promise<void> {
    const values = [jobId, recordId, step, state, storableWords(words)]
    const isLogged = async () => (await execute(this.#tx.connection, noteState, values)).length > 0
    if (await isLogged()) return
    await execute(this.#tx.connection, awaitLogging, [jobId, slice])
    if (await isLogged()) return
    const place = [organizationId, key, state, jobId, recordId, step, storableWords(words)]
    await execute(this.#tx.connection, noteBeforeLog, place)
  }

  async lastWrittenTo(
    organizationId: string,
    address: string,
    { since, until }: { readonly since: Date; readonly until: Date },
  ): Promise<MessagePlace | null> {
    type Row = Selected<typeof contacted> & { readonly jobId: string }
    const values = [organizationId, address, since, until]
    const [row] = await execute<Row>(this.#tx.connection, lastWrittenTo, values)
    return row ?? null
  }

  async wentTo(organizationId: string, address: string, { jobId, recordId }: MessagePlace) {
    const values = [organizationId, address, jobId, recordId]
    return (await execute(this.#tx.connection, wentTo, values)).length > 0
  }
}
