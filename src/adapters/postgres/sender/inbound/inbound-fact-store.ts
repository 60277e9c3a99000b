import { isQuarantined } from '../../../../domain/sender/inbound/failing-mail.ts'
import type { AnsweredMessage } from '../../../../domain/sender/inbound/inbound-fact.ts'
import {
  activeDays,
  type DueMailbox,
  type MailboxView,
  maxPlannedSeconds,
  type UnverifiedReport,
} from '../../../../domain/sender/inbound/mailbox.ts'
import type { Clock } from '../../../../ports/clock.ts'
import {
  type InboundFactEntry,
  type InboundFactOutcome,
  InboundFactStore,
  type MailboxReadResult,
  type ReportedMessage,
} from '../../../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessagePlace } from '../../../../ports/sender/message/message-tokens.ts'
import type { HealthNote } from '../../../../ports/sender/pacing/sender-health.ts'
import type { Statement } from '../../database.ts'
import { type Executor, entity } from '../../rows.ts'
import { fieldsOf, type NotNull, type Selected, type TableFields } from '../../schema/columns.ts'
import { storableResponse } from '../message/logging.ts'
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
                select o.address, o.step, o.at from sent_emails o
                 where o.organization_id = $1 and o.address = lower(a[1])
                   and o.root_job_id = root_of_job(p_job => j) and o.record_id = $3
                 order by o.step = $4 desc, o.at desc limit 1) c
              where r.data_table_id = j.data_table_id and r.id = $3
              order by c.step = $4 desc, c.at desc limit 1)) as address
      from jobs j
      left join stored_spinners s on s.id = j.spinner_id
      left join stored_data_tables t on t.id = j.data_table_id
      left join message_log m on m.job_id = j.id and m.record_id = $3 and m.step = $4
     where j.id = $2 and j.organization_id = $1`,
}

const sent = fieldsOf('message_log', 'jobId', 'slice', 'recordId', 'step')
const contacted = fieldsOf('sent_emails', 'slice', 'recordId', 'step')

// Finds the sent message that a reply or report is about. A message with the reported id wins over the latest
// message of its conversation.
const sentAs: Statement = {
  name: 'sent_as',
  text: `
    select ${sent.selected('m')},
           coalesce(m.provider_id = $3 or m.message_id = any($5), false) as "isExact"
      from message_log m
     where m.organization_id = $1 and ($2::uuid is null or m.sender_id = $2)
       and (m.provider_id = $3 or m.provider_thread = $4)
     order by coalesce(m.provider_id = $3 or m.message_id = any($5), false) desc, m.id desc limit 1`,
}

const sentUnder: Statement = {
  name: 'sent_under',
  text: `
    select ${sent.selected('m')}
      from message_log m
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
    update message_log set status = $4, server_response = coalesce($5, server_response)
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
    update inbound_facts set logged_status = $3, job_id = $4, record_id = $5, step = $6, logged_response = $7
     where organization_id = $1 and key = encode(sha256(convert_to($2, 'UTF8')), 'base64')`,
}

const lastWrittenTo: Statement = {
  name: 'last_written_to',
  text: `
    select coalesce(c.retry_job_id, c.root_job_id) as "jobId", ${contacted.selected('c')} from sent_emails c
     where c.organization_id = $1 and c.address = $2 and c.at > $3 and c.at <= $4
     order by c.at desc limit 1`,
}

const wentTo: Statement = {
  name: 'went_to',
  text: `
    select 1 from sent_emails c
     where c.organization_id = $1 and c.address = $2 and c.record_id = $4
       and c.root_job_id = (select root_of_job(p_job => j) from jobs j where j.id = $3) limit 1`,
}

const dueMailbox = fieldsOf('mailboxes', 'senderId', 'cursor', 'readAt', 'failures', 'failingMails')

const ownerOfMailbox = fieldsOf('senders', 'organizationId', 'kind', 'email')

const takeMailbox: Statement = {
  name: 'take_mailbox',
  text: `
    with due as materialized (
      select m.sender_id, m.lease_holder is not null as was_left from mailboxes m
       where (m.due_at <= $4 or m.due_at > $4::timestamptz + make_interval(secs => ${maxPlannedSeconds}))
         and (m.lease_until is null or m.lease_until <= clock_timestamp()) and not exists (
         select from senders s
          where s.id = m.sender_id
            and (s.organization_id = any($3::uuid[])
                 or is_leaving(p_organization => s.organization_id)))
       order by m.due_at limit 1 for update skip locked
    ), taken as (
      update mailboxes m
         set due_at = $4::timestamptz + make_interval(secs => $2), lease_holder = $1,
             lease_until = clock_timestamp() + make_interval(secs => $2), sender_changed = false
        from due d where m.sender_id = d.sender_id returning m.*, d.was_left
    )
    select ${dueMailbox.selected('t')}, ${ownerOfMailbox.selected('s')}, s.created_at as "connectedAt",
           lower(s.settings->>'imapHost') as host,
           exists (select from sender_budgets b
                    where b.sender_id = s.id and b.day >= ($4::timestamptz at time zone s.time_zone)::date - ${activeDays}) as "isActive", t.was_left as "wasLeft"
      from taken t join senders s on s.id = t.sender_id`,
}

const storeReading: Statement = {
  name: 'keep_mailbox',
  text: `
    update mailboxes
       set cursor = coalesce($3, cursor), fault = $4, lease_holder = null, lease_until = null,
           read_at = case when $4::jsonb is null and not $8::boolean then $7 else read_at end,
           failures = case when $4::jsonb is null then 0 else failures + 1 end,
           due_at = $7::timestamptz + make_interval(secs => case when sender_changed then 0 else $5::float8 end), sender_changed = false,
           failing_mails = $6
     where sender_id = $1 and lease_holder = $2`,
}

const releaseMailbox: Statement = {
  name: 'release_mailbox',
  text: `
    update mailboxes set due_at = $3, lease_holder = null, lease_until = null, sender_changed = false
     where sender_id = $1 and lease_holder = $2`,
}

const noteFailingMails: Statement = {
  name: 'note_failing_mails',
  text: 'update mailboxes set failing_mails = $3 where sender_id = $1 and lease_holder = $2',
}

const listedMailbox = fieldsOf('mailboxes', 'senderId', 'readAt', 'fault', 'failingMails')

const listMailboxes: Statement = {
  name: 'list_mailboxes',
  text: `
    select ${listedMailbox.selected('m')},
           h.replies, h."autoReplies", h.bounces, h.refusals, h.complaints, h.unverified, h.unattributed, u.facts
      from senders s
      join mailboxes m on m.sender_id = s.id
      cross join lateral (
        select count(*) filter (where kind = 'reply' and is_known)::int as replies,
               count(*) filter (where kind = 'autoReply' and is_known)::int as "autoReplies",
               count(*) filter (where kind in ('hardBounce', 'softBounce', 'refusal') and is_known)::int as bounces,
               count(*) filter (where kind = 'refusal' and is_known)::int as refusals,
               count(*) filter (where kind = 'complaint' and is_known)::int as complaints,
               count(*) filter (where outcome = 'unverified')::int as unverified,
               count(*) filter (where outcome = 'nobody')::int as unattributed
          from (select kind, outcome, outcome not in ('nobody', 'unverified') as is_known
                 from inbound_facts where sender_id = s.id and at > $2::timestamptz - interval '30 days') k) h
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'kind', f.kind, 'at', f.at, 'jobId', f.job_id, 'recordId', f.record_id::text, 'step', f.step)
                 order by f.at desc), '[]') as facts
          from (select * from inbound_facts
                 where sender_id = s.id and outcome = 'unverified' and job_id is not null and at > $2::timestamptz - interval '30 days'
                 order by at desc limit 20) f) u
     where s.organization_id = $1 order by s.id`,
}

const deleteOld: Statement = {
  name: 'forget_heard',
  text: `
    delete from inbound_facts where ctid = any(array(select ctid from inbound_facts where at < $1 order by at limit 10000)) returning 1`,
}

interface DueRow extends Selected<typeof dueMailbox>, Selected<typeof ownerOfMailbox> {
  readonly connectedAt: TableFields<'senders'>['createdAt']
  readonly host: string | null
  readonly isActive: boolean
  readonly wasLeft: boolean
}

type ReactionCounts = MailboxView['factCounts']

interface ListedRow extends Selected<typeof listedMailbox>, ReactionCounts {
  readonly facts: readonly (Omit<UnverifiedReport, 'at'> & { readonly at: string })[]
}

export class PostgresInboundFactStore extends InboundFactStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async enter(
    { organizationId, key, kind, senderId, at, place: about }: InboundFactEntry,
    isAttributed: boolean,
  ): Promise<boolean> {
    return (
      (
        await this.#executor.write(enter, [
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

  override async note({ organizationId, key }: InboundFactEntry, outcome: InboundFactOutcome): Promise<void> {
    await this.#executor.write(note, [organizationId, key, outcome])
  }

  override async organizationOfJob(jobId: string): Promise<string | null> {
    return (await jobs.within(this.#executor).find({ id: jobId }))?.organizationId ?? null
  }

  override async wasLostByRestore(earliest: Date, latest: Date): Promise<boolean> {
    return (await this.#executor.write(findLossyRestore, [earliest, latest])).length > 0
  }

  override async messageAt(organizationId: string, { jobId, recordId, step }: MessagePlace) {
    const values = [organizationId, jobId, recordId, step]
    const [row] = await this.#executor.write<ReportedMessage & Record<string, unknown>>(messageAt, values)
    return row ?? null
  }

  override async sentAs(
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
    const [row] = await this.#executor.write<Row>(sentAs, values)
    return row ?? null
  }

  override async sentUnder(
    organizationId: string,
    messageIds: readonly string[],
  ): Promise<MessagePlace | null> {
    if (messageIds.length === 0) return null
    const [row] = await this.#executor.write<Selected<typeof sent>>(sentUnder, [organizationId, messageIds])
    return row ?? null
  }

  override async sentBy({ jobId, slice, recordId }: MessagePlace) {
    type Row = Pick<TableFields<'jobs'>, 'spinnerId'> &
      NotNull<Pick<TableFields<'recipients'>, 'senderId'>, 'senderId'>
    const [row] = await this.#executor.write<Row>(sentBy, [jobId, slice, recordId])
    return row ?? null
  }

  override async countFailure(failure: HealthNote): Promise<boolean> {
    type Row = { readonly is_paused: boolean }
    const [row] = await this.#executor.write<Row>(...failureCall(failure))
    return row?.is_paused === true
  }

  override async noteInLog(
    { organizationId, key }: InboundFactEntry,
    { jobId, slice, recordId, step }: MessagePlace,
    status: 'bounced' | 'complained' | 'replied',
    serverResponse: string | null,
  ): Promise<void> {
    const values = [jobId, recordId, step, status, storableResponse(serverResponse)]
    const isLogged = async () => (await this.#executor.write(noteState, values)).length > 0
    if (await isLogged()) return
    await this.#executor.write(awaitLogging, [jobId, slice])
    if (await isLogged()) return
    const place = [organizationId, key, status, jobId, recordId, step, storableResponse(serverResponse)]
    await this.#executor.write(noteBeforeLog, place)
  }

  override async lastWrittenTo(
    organizationId: string,
    address: string,
    { since, until }: { readonly since: Date; readonly until: Date },
  ): Promise<MessagePlace | null> {
    type Row = Selected<typeof contacted> & { readonly jobId: string }
    const values = [organizationId, address, since, until]
    const [row] = await this.#executor.write<Row>(lastWrittenTo, values)
    return row ?? null
  }

  override async wentTo(organizationId: string, address: string, { jobId, recordId }: MessagePlace) {
    const values = [organizationId, address, jobId, recordId]
    return (await this.#executor.write(wentTo, values)).length > 0
  }

  override async takeMailbox(
    holder: string,
    seconds: number,
    without: readonly string[],
  ): Promise<DueMailbox | null> {
    const [row] = await this.#executor.write<DueRow>(takeMailbox, [
      holder,
      seconds,
      without,
      this.#clock.now(),
    ])
    return row ?? null
  }

  override async storeReading({
    senderId,
    holder,
    cursor,
    fault,
    failingMails,
    dueInSeconds,
    more = false,
  }: MailboxReadResult): Promise<void> {
    const asJson = (value: object | null) => value && JSON.stringify(value)
    const json = [asJson(cursor), asJson(fault)]
    const mails = JSON.stringify(failingMails)
    const values = [senderId, holder, ...json, dueInSeconds, mails, this.#clock.now(), more]
    await this.#executor.write(storeReading, values)
  }

  override async releaseMailbox({
    senderId,
    holder,
  }: Pick<MailboxReadResult, 'senderId' | 'holder'>): Promise<void> {
    await this.#executor.write(releaseMailbox, [senderId, holder, this.#clock.now()])
  }

  override async noteFailingMails({
    senderId,
    holder,
    failingMails,
  }: Pick<MailboxReadResult, 'senderId' | 'holder' | 'failingMails'>): Promise<void> {
    await this.#executor.write(noteFailingMails, [senderId, holder, JSON.stringify(failingMails)])
  }

  override async mailboxes(organizationId: string): Promise<readonly MailboxView[]> {
    const rows = await this.#executor.read<ListedRow>(listMailboxes, [organizationId, this.#clock.now()])
    return rows.map(({ senderId, readAt, fault, failingMails, facts, ...factCounts }) => ({
      senderId,
      readAt,
      fault,
      quarantined: failingMails.filter(isQuarantined).toReversed(),
      unverified: facts.map((fact) => ({ ...fact, at: new Date(fact.at) })),
      factCounts,
    }))
  }

  override async deleteOld(before: Date): Promise<boolean> {
    return (await this.#executor.write(deleteOld, [before])).length > 0
  }
}
