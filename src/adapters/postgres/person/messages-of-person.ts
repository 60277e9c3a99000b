import { normalizedEmail } from '../../../domain/email-address.ts'
import { names } from '../../../domain/person/erasure.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { type MessageContent, openedMessage } from '../sender/sealed-message.ts'

const next: Statement = {
  name: 'messages_to_search',
  text: `
    select id, job_id as "jobId", record_id as "recordId", step, recipient as "to", subject, text_body as "text",
           html_body as "html", created_at as "createdAt", sealed
      from outbox where organization_id = $1 and id > $2 order by id limit 500`,
}

const firstId = '00000000-0000-0000-0000-000000000000'

export interface SearchedMessage extends MessageContent {
  readonly id: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly createdAt: Date
}

/** All captured messages, page by page. One that cannot be opened is passed over: nobody can read it. */
export async function* messagesOfOrganization(
  database: Database,
  sealing: Sealing,
  organizationId: string,
): AsyncIterable<readonly SearchedMessage[]> {
  type Stored = SearchedMessage & { readonly sealed: Buffer | null; readonly [name: string]: unknown }
  for (let after: string | null = firstId; after !== null; ) {
    const rows: Stored[] = await database.read<Stored>(next, [organizationId, after])
    after = rows.at(-1)?.id ?? null
    yield rows.flatMap(({ sealed, ...message }) => {
      const content = sealed === null ? message : openedMessage(sealed, message.id, sealing)
      return content === null ? [] : [{ ...message, ...content }]
    })
  }
}

/** Sent to the address, or speaking of it. */
export function concerns({ to, subject, text, html }: MessageContent, address: string): boolean {
  return normalizedEmail(to) === address || [subject, text, html].some((one) => names(one, address))
}
