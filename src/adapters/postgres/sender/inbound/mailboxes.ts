import { isSetAside } from '../../../../domain/sender/inbound/failing-mail.ts'
import {
  activeDays,
  type DueMailbox,
  longestPlannedSeconds,
  type MailboxView,
  type UnprovenFact,
} from '../../../../domain/sender/inbound/mailbox.ts'
import type { Clock } from '../../../../ports/clock.ts'
import { Mailboxes, type MailboxReadResult } from '../../../../ports/sender/inbound/mailboxes.ts'
import type { Database, Statement } from '../../database.ts'
import { fieldsOf, type Selected, type TableFields } from '../../schema/columns.ts'

const dueMailbox = fieldsOf('mailboxes', 'senderId', 'cursor', 'readAt', 'failures', 'failingMails')

const owner = fieldsOf('senders', 'organizationId', 'kind', 'address')

const take: Statement = {
  name: 'take_mailbox',
  text: `
    with due as materialized (
      select m.sender_id, m.lease_holder is not null as was_left from mailboxes m
       where (m.due_at <= $4 or m.due_at > $4::timestamptz + make_interval(secs => ${longestPlannedSeconds}))
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
    select ${dueMailbox.selected('t')}, ${owner.selected('s')}, s.created_at as "connectedAt",
           lower(s.settings->>'imapHost') as host,
           exists (select from sender_budgets b
                    where b.sender_id = s.id and b.day >= ($4::timestamptz at time zone s.time_zone)::date - ${activeDays}) as "isActive", t.was_left as "wasLeft"
      from taken t join senders s on s.id = t.sender_id`,
}

const keep: Statement = {
  name: 'keep_mailbox',
  text: `
    update mailboxes
       set cursor = coalesce($3, cursor), trouble = $4, lease_holder = null, lease_until = null,
           read_at = case when $4::jsonb is null and not $8::boolean then $7 else read_at end,
           failures = case when $4::jsonb is null then 0 else failures + 1 end,
           due_at = $7::timestamptz + make_interval(secs => case when sender_changed then 0 else $5::float8 end), sender_changed = false,
           failing_mails = $6
     where sender_id = $1 and lease_holder = $2`,
}

const release: Statement = {
  name: 'release_mailbox',
  text: `
    update mailboxes set due_at = $3, lease_holder = null, lease_until = null, sender_changed = false
     where sender_id = $1 and lease_holder = $2`,
}

const noteFailing: Statement = {
  name: 'note_failing_mails',
  text: 'update mailboxes set failing_mails = $3 where sender_id = $1 and lease_holder = $2',
}

const listed = fieldsOf('mailboxes', 'senderId', 'readAt', 'trouble', 'failingMails')

const list: Statement = {
  name: 'list_mailboxes',
  text: `
    select ${listed.selected('m')},
           h.replies, h."autoReplies", h.bounces, h.refusals, h.complaints, h.unproven, h.strangers, u.facts
      from senders s
      join mailboxes m on m.sender_id = s.id
      cross join lateral (
        select count(*) filter (where kind = 'reply' and is_known)::int as replies,
               count(*) filter (where kind = 'autoReply' and is_known)::int as "autoReplies",
               count(*) filter (where kind in ('hardBounce', 'softBounce', 'refusal') and is_known)::int as bounces,
               count(*) filter (where kind = 'refusal' and is_known)::int as refusals,
               count(*) filter (where kind = 'complaint' and is_known)::int as complaints,
               count(*) filter (where outcome = 'unproven')::int as unproven,
               count(*) filter (where outcome = 'nobody')::int as strangers
          from (select kind, outcome, outcome not in ('nobody', 'unproven') as is_known
                 from inbound_facts where sender_id = s.id and at > $2::timestamptz - interval '30 days') k) h
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'kind', f.kind, 'at', f.at, 'jobId', f.job_id, 'recordId', f.record_id::text, 'step', f.step)
                 order by f.at desc), '[]') as facts
          from (select * from inbound_facts
                 where sender_id = s.id and outcome = 'unproven' and job_id is not null and at > $2::timestamptz - interval '30 days'
                 order by at desc limit 20) f) u
     where s.organization_id = $1 order by s.id`,
}

const forget: Statement = {
  name: 'forget_heard',
  text: `
    delete from inbound_facts where ctid = any(array(select ctid from inbound_facts where at < $1 order by at limit 10000)) returning 1`,
}

interface DueRow extends Selected<typeof dueMailbox>, Selected<typeof owner> {
  readonly connectedAt: TableFields<'senders'>['createdAt']
  readonly host: string | null
  readonly isActive: boolean
  readonly wasLeft: boolean
}

type ReactionCounts = MailboxView['factCounts']

interface ListedRow extends Selected<typeof listed>, ReactionCounts {
  readonly facts: readonly (Omit<UnprovenFact, 'at'> & { readonly at: string })[]
}

export class PostgresMailboxes extends Mailboxes {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async take(
    holder: string,
    seconds: number,
    without: readonly string[],
  ): Promise<DueMailbox | null> {
    const [row] = await this.#database.write<DueRow>(take, [holder, seconds, without, this.#clock.now()])
    return row ?? null
  }

  override async keep({
    senderId,
    holder,
    cursor,
    trouble,
    failingMails,
    dueInSeconds,
    more = false,
  }: MailboxReadResult): Promise<void> {
    const asJson = (value: object | null) => value && JSON.stringify(value)
    const json = [asJson(cursor), asJson(trouble)]
    const mails = JSON.stringify(failingMails)
    const values = [senderId, holder, ...json, dueInSeconds, mails, this.#clock.now(), more]
    await this.#database.write(keep, values)
  }

  override async release({
    senderId,
    holder,
  }: Pick<MailboxReadResult, 'senderId' | 'holder'>): Promise<void> {
    await this.#database.write(release, [senderId, holder, this.#clock.now()])
  }

  override async noteFailing({
    senderId,
    holder,
    failingMails,
  }: Pick<MailboxReadResult, 'senderId' | 'holder' | 'failingMails'>): Promise<void> {
    await this.#database.write(noteFailing, [senderId, holder, JSON.stringify(failingMails)])
  }

  override async list(organizationId: string): Promise<readonly MailboxView[]> {
    const rows = await this.#database.read<ListedRow>(list, [organizationId, this.#clock.now()])
    return rows.map(({ senderId, readAt, trouble, failingMails, facts, ...factCounts }) => ({
      senderId,
      readAt,
      trouble,
      setAside: failingMails.filter(isSetAside).toReversed(),
      unproven: facts.map((fact) => ({ ...fact, at: new Date(fact.at) })),
      factCounts,
    }))
  }

  override async deleteInboundFacts(before: Date): Promise<boolean> {
    return (await this.#database.write(forget, [before])).length > 0
  }
}
