import type { Model } from '../../model/model.ts'
import type { Sent } from '../../model/sent.ts'
import { each, type Promised } from '../promise.ts'

/** The age in days of messages that are no longer compared, because the service deletes the log by age. */
const comparedDays = 20

interface Stored {
  /** The number of the message in the list of those that are compared. */
  readonly nth: number
  readonly address: string | null
  readonly status: string | null
  readonly delivery: string | null
  /** Whether the outcome of the message is still to be stored, or the job is no longer stored. */
  readonly isOpen: boolean
}

/**
 * Compares each e-mail once, when its outcome is stored. Leaves out people who were erased since, and messages from
 * before the restore of a backup, whose entries the backup may lack.
 */
export const messagesAreLogged: Promised = {
  promise:
    'An e-mail that may have arrived is in the log of messages with the address to which it was sent, or its recipient says that it is unconfirmed',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const { unlogged } = model.sent
    const since = clock.now().getTime() - comparedDays * 86_400_000
    for (const sent of unlogged)
      if (sent.position === null || sent.at.getTime() < since || isForgotten(model, sent))
        unlogged.delete(sent)
    const messages = [...unlogged]
    if (messages.length === 0) return { compared: 0, violations: [] }
    const all = await rows<Stored>(
      `select i.nth::int - 1 as nth, m.address, m.status, d.status as delivery,
              j.id is null or r.job_id is null or s.sending @> array[i.record::bigint] as "isOpen"
         from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality as i(job, record, step, nth)
         left join jobs j on j.id = i.job
         left join recipients r on r.job_id = i.job and r.record_id = i.record::bigint
         left join slices s on s.job_id = r.job_id and s.no = r.slice
         left join message_results d on d.job_id = r.job_id and d.slice = r.slice and d.record_id = r.record_id
                               and d.step = i.step
         left join message_log m on m.job_id = i.job and m.record_id = i.record::bigint and m.step = i.step`,
      [
        messages.map(({ jobId }) => jobId),
        messages.map(({ recordId }) => recordId),
        messages.map(({ position }) => position),
      ],
    )
    const settled = all.filter(({ isOpen }) => !isOpen)
    return each(settled, (stored) => {
      const sent = messages[stored.nth]
      if (sent === undefined) return null
      unlogged.delete(sent)
      return faultOf(sent, stored)
    })
  },
}

function isForgotten(model: Model, sent: Sent): boolean {
  const { at, marked } = sent
  if (model.erasureOf(sent, Number.POSITIVE_INFINITY) > marked) return true
  return model.restoredAt !== null && at <= model.restoredAt
}

function faultOf({ step, address, outcome: told, jobId, recordId }: Sent, stored: Stored): string | null {
  const words = `${step} was sent to ${address} for record ${recordId} of job ${jobId}, which answered "${told}"`
  if (stored.address === null)
    return stored.delivery === 'unconfirmed'
      ? null
      : `${words}, has no entry in the log, and its delivery is "${stored.delivery}"`
  if (stored.address !== address) return `${words}, and the log has ${stored.address}`
  return stored.status === 'failed' ? `${words}, and is "failed" in the log` : null
}
