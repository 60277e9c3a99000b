import { idAfter, type Page, type PageOf, pageOf } from '../../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
} from '../../../../domain/sender/message/logged-message.ts'
import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import {
  type MessageFilter,
  MessageLog,
  type ReadMessageId,
  type UnreadMessage,
} from '../../../../ports/sender/message/message-log.ts'
import type { Database, Statement } from '../../database.ts'
import { firstId, firstIdAt } from '../../first-id.ts'
import {
  fieldsOf,
  type NotNull,
  type OuterJoined,
  type RowOf,
  type Selected,
  type TableFields,
} from '../../schema/columns.ts'
import { isReal, ownClocks, timeOf } from '../../schema/organization-clock.ts'
import { openedHead, openLoggedBody } from './logged-rows.ts'
import { type PageValues, readMessages } from './message-list.ts'
import { type MessageContent, openedMessage } from './sealed-message.ts'

const loggedFields = fieldsOf(
  'message_log',
  'id',
  'jobId',
  'recordId',
  'step',
  'senderId',
  'status',
  'messageId',
  'providerId',
  'serverResponse',
  'createdAt',
  'ciphertext',
)

const capturedFields = fieldsOf(
  'captured_messages',
  'id',
  'jobId',
  'recordId',
  'step',
  'createdAt',
  'ciphertext',
)

const logged = `
  ${loggedFields.selected('m')}, j.spinner_id as "spinnerId"`

const captured = `
  ${capturedFields.selected('m')}, j.spinner_id as "spinnerId"`

// Leaves out messages that have lost their content to the retention.
const ofMessages =
  "from message_log m left join jobs j on j.id = m.job_id where m.organization_id = $1 and m.ciphertext <> ''"
const ofOutbox = 'from captured_messages m left join jobs j on j.id = m.job_id where m.organization_id = $1'
// An SQL condition that finds captured messages to an address by their contacts, because the messages are
// encrypted.
const toAddress = `
  (m.job_id, m.record_id, m.step) in (
    select coalesce(c.retry_job_id, c.root_job_id), c.record_id, c.step
      from sent_emails c where c.organization_id = $1 and c.address = %)`

export const loggedTable = {
  name: 'list_messages',
  table: 'message_log',
  selected: logged,
  isListed: "m.ciphertext <> ''",
  toAddress: 'm.address = %',
} as const

const capturedTable = {
  name: 'list_captured',
  table: 'captured_messages',
  selected: captured,
  isListed: 'true',
  toAddress,
} as const

const findLogged: Statement = {
  name: 'find_logged_message',
  text: `select ${logged}, m.body ${ofMessages} and m.id = $2`,
}

const findCaptured: Statement = {
  name: 'find_captured_message',
  text: `select ${captured} ${ofOutbox} and m.id = $2`,
}

/**
 * Returns the statement that clears the next old messages with content after an id, oldest first, and returns the last
 * id. Ids sort by time. A message whose job has recipients stays without its content, because replies are matched by its
 * ids and later mails continue its thread; `clear_old_job` deletes it. Passes over a locked message, which the deletion
 * of its job may be deleting in another order; otherwise the two could deadlock.
 */
function clearing(name: string, ofOrganization: string): Statement {
  return {
    name,
    text: `
      with old as materialized (
        select m.id, exists (select from jobs j where j.id = m.job_id and not j.cleared) as is_needed
          from message_log m
         where ${ofOrganization} and m.id < $1 and m.id > $2
           and (m.ciphertext <> '' or m.body is not null or m.server_response is not null)
         order by m.id limit $3 for update of m skip locked
      ), deleted as (
        delete from message_log where id = any(array(select id from old where not is_needed))
      ), emptied as (
        update message_log set ciphertext = '', body = null, server_response = null
         where id = any(array(select id from old where is_needed))
      )
      select id from old order by id desc limit 1`,
  }
}

const clearOld = clearing('clear_old_messages', isReal('m.organization_id'))
const clearOldOfOrganization = clearing('clear_old_messages_of_organization', 'm.organization_id = $4')
/** Clears the words of reactions that are as old as the deleted messages. A message that is logged later has none of them. */
const clearWordsBeforeLog: Statement = {
  name: 'clear_words_before_log',
  text: `
    update inbound_facts f set logged_response = null
     where f.logged_status is not null and f.logged_response is not null
       and f.at < ${timeOf('f.organization_id', '$1', 'c.now - ($2::timestamptz - $1::timestamptz)')}`,
}

const dayMs = 24 * 60 * 60 * 1000

const bodyDays: Statement = {
  name: 'days_of_bodies',
  text: 'select id, body_days as "bodyDays" from organizations where body_days is not null',
}

const clearBodies: Statement = {
  name: 'clear_old_bodies',
  text: `
    update message_log set body = null
     where id = any(array(
       select id from message_log where organization_id = $1 and body is not null and id < $2 order by id limit $3
         for update skip locked))
    returning id`,
}

const atOnce = 2_000

const unreadable = {
  to: '',
  subject: 'This message cannot be decrypted, because its key is missing',
}
const unreadableContent: MessageContent = { ...unreadable, text: null, html: null }

/** The spinner to which a logged or captured message belongs, read from the message's job. */
type OfSpinner = OuterJoined<Pick<TableFields<'jobs'>, 'spinnerId'>>

type LoggedRow = Selected<typeof loggedFields> & OfSpinner & { readonly body?: RowOf<'message_log'>['body'] }

type CapturedRow = StoredMessage & OfSpinner

const notLeft = {
  senderId: null,
  status: 'captured',
  messageId: null,
  providerId: null,
  serverResponse: null,
} as const

const unread = fieldsOf('message_log', 'id', 'messageId', 'providerId', 'address', 'createdAt')

const dueIds: Statement = {
  name: 'messages_without_provider_id',
  text: `
    with oldest as (
      select id from message_log where sender_id = $1 and awaits_message_id order by id limit $2::int - $2::int / 2
    ), newest as (
      select id from message_log where sender_id = $1 and awaits_message_id order by id desc limit $2::int / 2
    )
    select ${unread.selected()}
      from message_log where id in (select id from oldest union select id from newest) order by id`,
}

const keepIds: Statement = {
  name: 'keep_provider_message_ids',
  text: `
    update message_log m
       set awaits_message_id = false, provider_message_id = r.message_id, provider_id = coalesce(m.provider_id, r.provider_id),
           provider_thread = coalesce(m.provider_thread, r.thread)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) r(id, message_id, provider_id, thread)
     where m.id = r.id and m.awaits_message_id
    returning m.id`,
}

const messages = `
    select ${capturedFields.selected('m')} from captured_messages m
     where organization_id = $1 and id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`

const listCaptured: Statement = { name: 'list_outbox', text: `${messages} order by id desc limit $3` }

const listCapturedOfJob: Statement = {
  name: 'list_outbox_of_job',
  text: `${messages} and job_id = $4 order by id desc limit $3`,
}

/** A captured message as the database returns it, still encrypted. */
type StoredMessage = Selected<typeof capturedFields>

export class PostgresMessageLog extends MessageLog {
  readonly #database: Database
  readonly #sealing: Sealing

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async list(
    organizationId: string,
    filter: MessageFilter,
    page: Page,
  ): Promise<PageOf<LoggedMessage>> {
    const { status = null, senderId = null, until = null } = filter
    const values = [organizationId, startOfPage(idAfter(page), until), page.limit + 1] as const
    const [left, stored] = await Promise.all([
      status === 'captured' ? [] : this.#logged(filter, values),
      // Leaves captured messages out of the list if a sender is searched for, because they have no sender.
      senderId !== null || (status !== null && status !== 'captured') ? [] : this.#captured(filter, values),
    ])
    const both = [...left, ...stored].toSorted((a, b) => (a.id < b.id ? 1 : -1))
    return pageOf(both, page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<LoggedMessageWithBody | null> {
    const [left] = await this.#database.read<LoggedRow>(findLogged, [organizationId, id])
    if (left !== undefined) {
      const body = left.body == null ? null : openLoggedBody(left.body, id.toLowerCase(), this.#sealing)
      return { ...this.#readLogged(left), text: body?.text ?? null, html: body?.html ?? null }
    }
    const [capturedRow] = await this.#database.read<CapturedRow>(findCaptured, [organizationId, id])
    return capturedRow === undefined ? null : this.#readCaptured(capturedRow)
  }

  override async clear(before: Date, now: Date, signal: AbortSignal): Promise<void> {
    await this.#database.write(clearWordsBeforeLog, [before, now])
    await this.#clear(clearOld, before, [], signal)
    for (const clock of await ownClocks(this.#database)) {
      const ageMs = now.getTime() - before.getTime()
      const beforeThere = new Date(clock.now.getTime() - ageMs)
      await this.#clear(clearOldOfOrganization, beforeThere, [clock.organizationId], signal)
    }
  }

  override async clearBodies(now: Date, signal: AbortSignal): Promise<void> {
    type Row = NotNull<Pick<TableFields<'organizations'>, 'id' | 'bodyDays'>, 'bodyDays'>
    for (const { id, bodyDays: days } of await this.#database.read<Row>(bodyDays, [])) {
      const before = firstIdAt(new Date(now.getTime() - days * dayMs))
      let cleared: readonly unknown[]
      do cleared = await this.#database.write(clearBodies, [id, before, atOnce])
      while (cleared.length === atOnce && !signal.aborted)
      if (signal.aborted) return
    }
  }

  async #clear(statement: Statement, before: Date, of: readonly string[], signal: AbortSignal) {
    type Row = Pick<TableFields<'message_log'>, 'id'>
    for (let after: string | null = firstId; after !== null && !signal.aborted; ) {
      const values: readonly unknown[] = [firstIdAt(before), after, atOnce, ...of]
      const [last]: Row[] = await this.#database.write<Row>(statement, values)
      after = last?.id ?? null
    }
  }

  async #logged(filter: MessageFilter, common: PageValues): Promise<readonly LoggedMessage[]> {
    const rows = await readMessages<LoggedRow>(this.#database, loggedTable, filter, common)
    return rows.map((row) => this.#readLogged(row))
  }

  async #captured(filter: MessageFilter, common: PageValues): Promise<readonly LoggedMessage[]> {
    const rows = await readMessages<CapturedRow>(this.#database, capturedTable, filter, common)
    return rows.map((row): LoggedMessage => {
      const { text: _text, html: _html, ...message } = this.#readCaptured(row)
      return message
    })
  }

  #readLogged({ ciphertext, body: _body, ...row }: LoggedRow): LoggedMessage {
    return { ...row, ...(openedHead(ciphertext, row.id, this.#sealing) ?? unreadable) }
  }

  #readCaptured({ spinnerId, ...row }: CapturedRow): LoggedMessageWithBody {
    return { spinnerId, ...notLeft, ...this.#opened(row) }
  }

  #opened({ ciphertext, ...row }: StoredMessage): OutboxMessage {
    const content = ciphertext === null ? null : openedMessage(ciphertext, row.id, this.#sealing)
    return { ...row, ...(content ?? unreadableContent) }
  }

  override dueIds(senderId: string, most: number): Promise<readonly UnreadMessage[]> {
    type Row = NotNull<Selected<typeof unread>, 'messageId'>
    return this.#database.read<Row>(dueIds, [senderId, most])
  }

  override async keepIds(ids: readonly ReadMessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.#database.write(keepIds, [
      ids.map(({ id }) => id),
      ids.map(({ providerMessageId }) => providerMessageId),
      ids.map(({ providerId }) => providerId),
      ids.map(({ providerThread }) => providerThread),
    ])
  }

  override async captured(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    const rows =
      jobId === null
        ? this.#database.read<StoredMessage>(listCaptured, values)
        : this.#database.read<StoredMessage>(listCapturedOfJob, [...values, jobId])
    const opened = (await rows).map((row) => this.#opened(row))
    return pageOf(opened, page, ({ id }) => id)
  }
}

/** Returns the id before which a page ends: of its cursor, or of the time, whichever is earlier; null for neither. */
function startOfPage(cursor: string | null, until: Date | null): string | null {
  if (until === null) return cursor
  const end = firstIdAt(until)
  return cursor !== null && cursor.toLowerCase() < end ? cursor : end
}
