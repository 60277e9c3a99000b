import type { LoggedMessageWithBody } from '../../../domain/sender/message/logged-message.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import { openedHead, openLoggedBody } from '../sender/message/logged-rows.ts'
import { type MessageContent, openedMessage } from '../sender/message/sealed-message.ts'

const captured = fieldsOf('captured_messages', 'id', 'jobId', 'recordId', 'step', 'createdAt', 'ciphertext')

const next: Statement = {
  name: 'messages_to_search',
  text: `
    select ${captured.selected()}
      from captured_messages where organization_id = $1 and id > $2 order by id limit 500`,
}

export interface SearchedMessage extends MessageContent, Omit<Selected<typeof captured>, 'ciphertext'> {}

/**
 * Yields all captured messages of an organization, page by page. Skips messages that cannot be decrypted,
 * because nobody can read them.
 */
export async function* messagesOfOrganization(
  database: Database,
  sealing: Sealing,
  organizationId: string,
): AsyncIterable<readonly SearchedMessage[]> {
  type Stored = Selected<typeof captured>
  for (let after: string | null = firstId; after !== null; ) {
    const rows: Stored[] = await database.read<Stored>(next, [organizationId, after])
    after = rows.at(-1)?.id ?? null
    yield rows.flatMap(({ ciphertext, ...message }) => {
      const content = ciphertext === null ? null : openedMessage(ciphertext, message.id, sealing)
      return content === null ? [] : [{ ...message, ...content }]
    })
  }
}

const logged = fieldsOf(
  'message_log',
  'id',
  'jobId',
  'recordId',
  'step',
  'senderId',
  'address',
  'status',
  'messageId',
  'providerId',
  'serverResponse',
  'createdAt',
  'ciphertext',
  'body',
)

const nextLogged: Statement = {
  name: 'logged_messages_to_search',
  text: `
    select ${logged.selected('m')}, j.spinner_id as "spinnerId"
      from message_log m left join jobs j on j.id = m.job_id
     where m.organization_id = $1 and m.id > $2 order by m.id limit 500`,
}

export interface SearchedLogged extends LoggedMessageWithBody {
  readonly address: string
}

/**
 * Yields all logged messages of an organization, page by page. A message that cannot be decrypted is known by
 * its address only.
 */
export async function* logOfOrganization(
  database: Database,
  sealing: Sealing,
  organizationId: string,
): AsyncIterable<readonly SearchedLogged[]> {
  type Stored = Selected<typeof logged> & { readonly spinnerId: TableFields<'jobs'>['spinnerId'] | null }
  for (let after: string | null = firstId; after !== null; ) {
    const rows: Stored[] = await database.read<Stored>(nextLogged, [organizationId, after])
    after = rows.at(-1)?.id ?? null
    yield rows.map(({ ciphertext, body, ...one }) => {
      const head = openedHead(ciphertext, one.id, sealing) ?? { to: one.address, subject: '' }
      const said = body === null ? null : openLoggedBody(body, one.id, sealing)
      return { ...one, ...head, text: said?.text ?? null, html: said?.html ?? null }
    })
  }
}
