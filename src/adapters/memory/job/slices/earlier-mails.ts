import type { EarlierMail } from '../../../../domain/job/sending/sender-candidates.ts'
import { rootOf } from '../../person/contacts.ts'
import { loggedSlot } from '../../sender/message/message-log.ts'
import type { MemoryStore, StoredJob } from '../../store.ts'

/** A message that answers the earlier e-mails to a record at an address. */
interface Answering {
  readonly recordId: string
  readonly address: string | null
  /** The id of the sender that sends the answering message; null for the server of the deployment. */
  readonly senderId: string | null
}

/**
 * Returns the e-mails that a job, and the jobs that it retries, sent to the address of a record, oldest first.
 */
export function earlierMails(store: MemoryStore, job: StoredJob, of: Answering): readonly EarlierMail[] {
  const { recordId, address, senderId } = of
  const contacts = [...store.contacts.values()].filter(
    (one) => one.rootJobId === rootOf(store, job) && one.recordId === recordId && one.address === address,
  )
  const own = [...store.deliveries.values()]
    .filter((one) => one.jobId === job.id && one.recordId === recordId)
    .filter(({ channel, state }) => channel === 'email' && state === 'sent')
    .filter(({ step }) => contacts.some((contact) => contact.step === step))
    .toSorted((a, b) => a.step - b.step)
    .map(({ jobId, step }) => {
      const logged = store.messages.get(loggedSlot({ jobId, recordId, step }))
      const thread = senderId !== null && logged?.senderId === senderId ? logged.providerThread : null
      const captured = store.outbox.findLast(
        (one) => one.jobId === jobId && one.recordId === recordId && one.step === step,
      )
      const subject = logged?.subject ?? captured?.subject ?? null
      return {
        jobId,
        step,
        thread,
        messageId: logged?.providerMessageId ?? logged?.messageId ?? null,
        subject,
      }
    })
  const before = job.retryOf === undefined ? undefined : store.jobs.get(job.retryOf)
  const all = before === undefined ? own : [...earlierMails(store, before, of), ...own]
  return all.map((mail, index) => (index === all.length - 1 ? mail : { ...mail, subject: null }))
}
