import type { Sent } from '../../model/sent.ts'
import type { Promised } from '../promise.ts'

const dayMs = 86_400_000
/**
 * The tolerance in milliseconds when the simulator checks times between messages. The service counts a message
 * from its mark, some virtual milliseconds before it is sent.
 */
const slackMs = 60_000

export const contactPolicy: Promised = {
  promise: 'The contact policy is never broken',
  when: 'quiet',
  holds: ({ model }) => {
    const violations: string[] = []
    let compared = 0
    const sent = model.sent.asMarked.filter(({ kind, isTaken }) => kind === 'email' && isTaken)
    for (const [index, message] of sent.entries()) {
      const policies = model.policy.possibleWhenDecided(message.moment)
      const { address, at } = message
      const before = sent
        .slice(0, index)
        .filter((one) => one.address === address && one.moment > model.erasedAt(address, message.moment))
      const within = (ms: number) => before.filter((one) => at.getTime() - one.at.getTime() < ms - slackMs)
      const most = (limit: 'messagesPerDay' | 'messagesPerWeek') =>
        Math.max(...policies.map((policy) => policy[limit] ?? Number.POSITIVE_INFINITY))
      const words = `${address} got ${message.step} of ${message.spinner} at ${at.toISOString()}`
      compared++
      if (within(dayMs).length >= most('messagesPerDay'))
        violations.push(`${words}, message ${within(dayMs).length + 1} in a day`)
      if (within(7 * dayMs).length >= most('messagesPerWeek'))
        violations.push(`${words}, message ${within(7 * dayMs).length + 1} in a week`)
      const days = Math.min(...policies.map(({ daysBetweenSpinners }) => daysBetweenSpinners ?? 0))
      const other = tooSoon(message, before, days)
      if (other !== undefined)
        violations.push(`${words}, less than ${days} days after ${other.step} of ${other.spinner}`)
    }
    return { compared, violations }
  },
}

/**
 * Returns a simulated message of another spinner that was sent too shortly before the first message of a
 * spinner to a record.
 */
function tooSoon({ spinner, recordId, at }: Sent, before: readonly Sent[], days: number): Sent | undefined {
  // Returns null without a minimum number of days between spinners. The comparison below would still report a
  // message whose time is before that of the previous message, because the simulator has set the clock back.
  if (days === 0) return undefined
  if (before.some((one) => one.spinner === spinner && one.recordId === recordId)) return undefined
  return before.find(
    (one) => one.spinner !== spinner && at.getTime() - one.at.getTime() < days * dayMs - slackMs,
  )
}
