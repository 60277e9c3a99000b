import type { Model } from '../../model/model.ts'
import { each, type Promised } from '../promise.ts'

interface Stopped {
  readonly job: string
  readonly record: string
  readonly ref: string
  readonly reason: string
  readonly address: string
  readonly due: Date
}

/** The tolerance in milliseconds between the answer of a call and its time in the service. */
const slackMs = 2_000

/**
 * Compares the recipients that a reply has stopped, or a note of absence holds. Leaves out records without an address,
 * and mails in the mailboxes of senders count as replies and absences of everybody.
 */
export const stopsHaveCauses: Promised = {
  promise:
    'Nobody is stopped or held without a reply or an absence of their own, and a hold ends with the absence',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const stopped = await rows<Stopped>(
      `select r.job_id as job, r.record_id::text as record, d.data ->> 'ref' as ref, r.reason,
              lower(trim(d.data ->> 'email')) as address, r.due_at as due
         from jobs j join recipients r on r.job_id = j.id
         join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
        where j.organization_id = $1 and r.reason in ('REPLIED', 'ON_HOLD') and d.data ->> 'email' <> ''`,
      [demo.organizationId],
    )
    return each(stopped, (one) => {
      const { job, record, ref, reason, address, due } = one
      const former = [...formerAddresses(model, record), ...model.records.formerAddressesOf(ref)]
      const addresses = [address, ...former, ...model.records.workAddressesOf(ref)]
      const hasCause =
        reason === 'REPLIED'
          ? addresses.some((known) => mayHaveReplied(model, known))
          : addresses.some((known) => mayBeAbsent(model, { ...one, address: known }))
      if (hasCause) return null
      return reason === 'REPLIED'
        ? `record ${record} of job ${job} was stopped, and ${address} never sent a reply that counts`
        : `record ${record} of job ${job} is held until ${due.toISOString()}, and ${address} was not absent until then`
    })
  },
}

/** Returns the addresses to which messages about a record were sent. The record may have another address now. */
function formerAddresses({ sent }: Model, record: string): readonly string[] {
  return [...new Set(sent.all.filter(({ recordId }) => recordId === record).map(({ address }) => address))]
}

function mayHaveReplied(model: Model, address: string): boolean {
  return model.replies.isAuthor(address) || hasWritten(model, address)
}

/** A recipient in a retry is held by a note about a message of the first job, so the records are compared. */
function mayBeAbsent(model: Model, { record, due, address }: Stopped): boolean {
  if (model.restoredAt !== null || hasWritten(model, address)) return true
  return model.holds.some(
    ({ recordId, until }) => recordId === record && due.getTime() <= until.getTime() + slackMs,
  )
}

/** Returns whether a mail of the person is in the mailbox of a sender. */
function hasWritten({ mailboxes, senders }: Model, address: string): boolean {
  return senders.some(({ id }) => mailboxes.of(id).some(({ from }) => from === address))
}
