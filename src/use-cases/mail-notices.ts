import { type NoticeRange, noticeMs } from '../domain/account/notice-range.ts'
import type { Mail, Mailer } from '../ports/account/mailer.ts'
import type { Clock } from '../ports/clock.ts'

/** A notice that is mailed to several people of an organization, each in a mail of its own. */
interface NoticeMail extends Omit<Mail, 'to'> {
  readonly to: readonly string[]
}

/**
 * Mails notices, one after the other, until `informNext` returns null. A notice stays for the next run if the mail server
 * accepts none of its mails and may accept one later. Throws the first error of the mailer at the end.
 */
export async function mailNotices<Notice>(
  { mailer, clock, signal }: { readonly mailer: Mailer; readonly clock: Clock; readonly signal: AbortSignal },
  informNext: (
    range: NoticeRange<Notice>,
    inform: (notice: Notice) => Promise<boolean>,
  ) => Promise<Notice | null>,
  mailOf: (notice: Notice) => NoticeMail,
): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - noticeMs)
  const faults: unknown[] = []
  const inform = async (notice: Notice): Promise<boolean> => {
    const { to: people, ...mail } = mailOf(notice)
    const sent = await Promise.allSettled(people.map((to) => mailer.send({ ...mail, to })))
    const failed = sent.filter((one) => one.status === 'rejected')
    faults.push(...failed.map(({ reason }) => reason))
    return people.length === 0 || failed.length < people.length
  }
  let last: Notice | null = null
  do last = await informNext({ since, after: last, at }, inform)
  while (last !== null && !signal.aborted)
  if (faults.length > 0) throw faults[0]
}
