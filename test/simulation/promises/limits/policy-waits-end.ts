import type { ContactPolicy } from '../../../../src/domain/contact/contact-policy.ts'
import type { MessageMark } from '../../model/path/message-marks.ts'
import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000
/** The tolerance in milliseconds between the times of a mark and of the contact that the service notes for it. */
const slackMs = 60_000

interface Waiting {
  readonly jobId: string
  readonly recordId: string
  readonly reason: Code
  readonly due: Date
}

type Code = keyof typeof ends

/**
 * Returns the latest time in milliseconds until which a limit can withhold a message, by the earlier messages to the
 * address, latest first; 0 if it withholds nothing.
 */
const ends = {
  MESSAGES_PER_DAY: ({ messagesPerDay }: ContactPolicy, before: readonly MessageMark[]) =>
    messagesPerDay === null ? 0 : endOf(before[messagesPerDay - 1], dayMs),
  MESSAGES_PER_WEEK: ({ messagesPerWeek }: ContactPolicy, before: readonly MessageMark[]) =>
    messagesPerWeek === null ? 0 : endOf(before[messagesPerWeek - 1], 7 * dayMs),
  DAYS_BETWEEN_SPINNERS: (
    { daysBetweenSpinners }: ContactPolicy,
    before: readonly MessageMark[],
    spinnerId: string,
  ) =>
    daysBetweenSpinners === null
      ? 0
      : endOf(
          before.find((mark) => mark.spinnerId !== spinnerId),
          daysBetweenSpinners * dayMs,
        ),
}

function endOf(mark: MessageMark | undefined, ms: number): number {
  return mark === undefined ? 0 : mark.ended.at.getTime() + ms
}

/**
 * Compares each recipient that waits for the contact policy with the present policy and the messages to its address. A
 * message that was stored as not sent still counts here, because the recipient may have begun to wait before that.
 */
export const policyWaitsEnd: Promised = {
  promise: 'A recipient waits for the contact policy no longer than the present limits require',
  when: 'quiet',
  holds: async ({ model, rows, clock, demo }) => {
    const nothing = { compared: 0, violations: [] }
    if (model.policy.ever().length === 1) return nothing
    const waiting = await rows<Waiting>(
      `select r.job_id as "jobId", r.record_id::text as "recordId", r.reason, r.due_at as due
         from jobs j join recipients r on r.job_id = j.id
        where j.organization_id = $1 and j.status = 'running' and r.status = 'waiting' and r.reason = any($2)
          and r.due_at > $3`,
      [demo.organizationId, Object.keys(ends), clock.latest],
    )
    const policies = model.policy.possible()
    return each(waiting, ({ jobId, recordId, reason, due }) => {
      const mark = model.steps.marks.lastAnswer(jobId, recordId, reason)
      if (mark === null) return null
      const before = model.steps.marks
        .before(demo.organizationId, mark.address, Number.POSITIVE_INFINITY)
        .filter(({ answer }) => answer === 'marked' || answer === 'lost')
        .toSorted((a, b) => b.ended.at.getTime() - a.ended.at.getTime())
      const end = Math.max(...policies.map((policy) => ends[reason](policy, before, mark.spinnerId)))
      if (due.getTime() <= end + slackMs) return null
      const needed = end === 0 ? 'no limit withholds it' : `the limit ends at ${new Date(end).toISOString()}`
      return `the message to ${mark.address} waits until ${due.toISOString()} (${reason}), but ${needed}`
    })
  },
}
