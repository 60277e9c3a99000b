import type { Reach } from '../../../domain/account/reach.ts'
import type { ThreadMessage } from '../../../domain/conversation/thread.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { spinnerWithin } from '../schema/within-projects.ts'
import { openedHead, openLoggedBody } from '../sender/message/logged-rows.ts'
import { openedMailHead, openedMailRest } from '../sender/message/mail-rows.ts'
import { openedMessage } from '../sender/message/sealed-message.ts'
import { positionAfter } from './thread-list.ts'

const mailFields = fieldsOf(
  'thread_messages',
  'id',
  'kind',
  'at',
  'senderId',
  'jobId',
  'recordId',
  'step',
  'head',
  'ciphertext',
)
const loggedFields = fieldsOf(
  'message_log',
  'id',
  'createdAt',
  'senderId',
  'status',
  'jobId',
  'recordId',
  'step',
  'ciphertext',
  'body',
)
const capturedFields = fieldsOf(
  'captured_messages',
  'id',
  'createdAt',
  'jobId',
  'recordId',
  'step',
  'ciphertext',
)

const isBefore = (time: string, id: string) =>
  `(${time}, ${id}) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

const listMails: Statement = {
  name: 'list_mails_of_thread',
  text: `
    select ${mailFields.selected('m')} from thread_messages m
     where m.organization_id = $1 and m.thread_id = $2 and ${isBefore('m.at', 'm.id')}
     order by m.at desc, m.id desc limit $5`,
}

/** Returns a statement that lists the messages of the recipients of a thread in a table within reach, newest first. */
const messagesIn = (table: string, fields: string, isListed: string): Statement => ({
  name: `list_${table}_of_thread`,
  text: `
    select ${fields} from thread_places p
      join ${table} m on m.job_id = p.job_id and m.record_id = p.record_id
     where p.organization_id = $1 and p.thread_id = $2 and m.organization_id = $1 and ${isListed}
       and ($6::uuid[] is null or exists (
         select from jobs j join spinners s on s.id = j.spinner_id where j.id = p.job_id and ${spinnerWithin('$6')}))
       and ${isBefore('m.created_at', 'm.id')}
     order by m.created_at desc, m.id desc limit $5`,
})

const listLogged = messagesIn('message_log', loggedFields.selected('m'), "m.ciphertext <> ''")
const listCaptured = messagesIn('captured_messages', capturedFields.selected('m'), 'm.ciphertext is not null')

const unreadable = 'This message cannot be decrypted, because its key is missing'
const ofJob = { kind: 'sent', from: null, attachments: [], isTruncated: false } as const

/** Reads a page of the messages of a thread, newest first: its mails, and the messages of jobs to its recipients. */
export async function readThreadMessages(
  executor: Executor,
  sealing: Sealing,
  { organizationId, projectIds, threadId }: Reach & { readonly threadId: string },
  page: Page,
): Promise<PageOf<ThreadMessage>> {
  const [time, id] = positionAfter(page) ?? [null, null]
  const values = [organizationId, threadId, time, id, page.limit + 1]
  const mails = await executor.read<Selected<typeof mailFields>>(listMails, values)
  const logged = await executor.read<Selected<typeof loggedFields>>(listLogged, [...values, projectIds])
  const captured = await executor.read<Selected<typeof capturedFields>>(listCaptured, [...values, projectIds])
  const all: readonly ThreadMessage[] = [
    ...mails.map((row) => mailOf(row, sealing)),
    ...logged.map((row) => loggedOf(row, sealing)),
    ...captured.map((row) => capturedOf(row, sealing)),
  ]
  const newest = all.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  return pageOf(newest, page, (message) => `${message.at.getTime()}.${message.id}`)
}

function mailOf({ head, ciphertext, ...row }: Selected<typeof mailFields>, sealing: Sealing): ThreadMessage {
  const { from, subject } = openedMailHead(head, row.id, sealing) ?? { from: null, subject: unreadable }
  const rest = openedMailRest(ciphertext, row.id, sealing)
  const nothing = { to: [], text: null, html: null, attachments: [], isTruncated: false }
  return { ...row, status: null, from, subject, ...(rest ?? nothing) }
}

function loggedOf(
  { createdAt: at, ciphertext, body, ...row }: Selected<typeof loggedFields>,
  sealing: Sealing,
): ThreadMessage {
  const { to, subject } = openedHead(ciphertext, row.id, sealing) ?? { to: '', subject: unreadable }
  const { text, html } = (body && openLoggedBody(body, row.id, sealing)) ?? { text: null, html: null }
  return { ...row, ...ofJob, at, to: [to].filter(Boolean), subject, text, html }
}

function capturedOf(
  { createdAt: at, ciphertext, ...row }: Selected<typeof capturedFields>,
  sealing: Sealing,
): ThreadMessage {
  const { to, subject, text, html } = (ciphertext && openedMessage(ciphertext, row.id, sealing)) ?? {
    to: '',
    subject: unreadable,
    text: null,
    html: null,
  }
  return {
    ...row,
    ...ofJob,
    at,
    senderId: null,
    status: 'captured',
    to: [to].filter(Boolean),
    subject,
    text,
    html,
  }
}
