import { wordsIn } from '../../../../domain/conversation/thread-words.ts'
import { wordDigest } from '../../../../domain/conversation/word-digest.ts'
import { textNames } from '../../../../domain/person/erasure.ts'
import type { ExportedMail } from '../../../../domain/person/person-export.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import type { KnownPerson } from '../../../../ports/person/people.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import type { Database, Statement } from '../../database.ts'
import { firstId } from '../../first-id.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'
import { openedMailHead, openedMailRest } from '../../sender/message/mail-rows.ts'

const mail = fieldsOf(
  'thread_messages',
  'id',
  'threadId',
  'kind',
  'at',
  'address',
  'recordId',
  'head',
  'ciphertext',
)

// Finds the mails of threads with a person, those that the person wrote, those about the person's records, and those
// that contain all words of the person, of which the caller decrypts each.
const findMails: Statement = {
  name: 'mails_of_person',
  text: `
    select ${mail.selected('m')},
           coalesce(m.address = $2 or m.record_id = any($3::bigint[]) or t.address = $2, false) as "isOwn"
      from thread_messages m join threads t on t.id = m.thread_id
     where m.id > $5 and m.id = any(array(
       select x.id from threads y join thread_messages x on x.thread_id = y.id
        where y.organization_id = $1 and y.address = $2
       union
       select x.id from thread_messages x where x.organization_id = $1 and x.address = $2
       union
       select x.id from thread_messages x where x.organization_id = $1 and x.record_id = any($3::bigint[])
       union
       select w.message_id from thread_words w
        where w.organization_id = $1 and cardinality($4::bigint[]) > 0 and w.words @> $4::bigint[]))
     order by m.id limit 100`,
}

/** Yields the mails of threads that are about a person, page by page. */
export async function* mailsOfPerson(
  database: Database,
  sealing: Sealing,
  digests: PersonDigests,
  { organizationId, address, words, records }: KnownPerson,
): AsyncIterable<readonly ExportedMail[]> {
  const digestOf = await digests.ofOrganization(organizationId)
  const searched = words === null ? [] : wordsIn(words).map((word) => wordDigest(digestOf, word))
  const recordIds = records.map(({ recordId }) => recordId)
  type Row = Selected<typeof mail> & { readonly isOwn: boolean }
  for (let after: string | null = firstId; after !== null; ) {
    const values: readonly unknown[] = [organizationId, address, recordIds, searched, after]
    const rows: Row[] = await database.read<Row>(findMails, values)
    after = rows.at(-1)?.id ?? null
    yield rows.flatMap(({ isOwn, ...row }) => {
      const exported = exportedMail(row, sealing)
      const names = [exported.from, ...exported.to, exported.subject, exported.text, exported.html]
      return isOwn || names.some((text) => textNames(text, words)) ? [exported] : []
    })
  }
}

function exportedMail(
  { id, threadId, kind, at, head, ciphertext }: Selected<typeof mail>,
  sealing: Sealing,
): ExportedMail {
  const { from, subject } = openedMailHead(head, id, sealing) ?? { from: null, subject: '' }
  const rest = openedMailRest(ciphertext, id, sealing)
  const { to, text, html, attachments } = rest ?? { to: [], text: null, html: null, attachments: [] }
  return { id, threadId, kind, at, from, to, subject, text, html, attachments }
}
