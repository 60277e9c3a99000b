import type { SpinnerPace } from '../../../../src/domain/spinner/spinner-pace.ts'
import { dayIn } from '../../model/known-sender.ts'
import type { KnownSpinner, Model } from '../../model/model.ts'
import { midnightOf } from '../../model/path/local-times.ts'
import type { Sent } from '../../model/sent.ts'
import type { Promised } from '../promise.ts'

const dayMs = 86_400_000

/**
 * Counts the messages that receivers took from all jobs of each spinner with a pace, on a day of the organization. Leaves
 * out days on which the time zone was changed, days that began twice because a clock was set back, and messages whose
 * pace is uncertain.
 */
export const spinnerPace: Promised = {
  promise: 'A spinner with a pace writes to no more new people, and sends no more messages, on a day',
  when: 'quiet',
  holds: ({ model }) => {
    const violations: string[] = []
    let compared = 0
    for (const spinner of model.spinners.filter(({ pace }) => pace.mayHaveBeenSet)) {
      const sent = messagesOf(model, spinner)
      for (const [index, message] of sent.entries()) {
        const paces = spinner.pace.possibleWhenDecided(message.moment)
        const since = dayOf(model, message)
        if (paces === null || since === null) continue
        compared++
        const ofDay = sent.slice(0, index + 1).filter(({ at }) => at.getTime() >= since)
        const people = ofDay.filter((one) => isFirst(model, one))
        const maxMessages = limitOf(paces, 'maxPerDay')
        const maxNewPeople = limitOf(paces, 'maxNewPerDay')
        const words = `at ${message.at.toISOString()}, ${spinner.name} had sent on one day`
        if (ofDay.length > maxMessages)
          violations.push(`${words} ${ofDay.length} messages; its pace is ${maxMessages}`)
        if (isFirst(model, message) && people.length > maxNewPeople)
          violations.push(`${words} messages to ${people.length} new people; its pace is ${maxNewPeople}`)
      }
    }
    return { compared, violations }
  },
}

/** Returns the highest number that one of some paces permits on a day. */
function limitOf(paces: readonly (SpinnerPace | null)[], limit: keyof SpinnerPace): number {
  return Math.max(...paces.map((pace) => pace?.[limit] ?? Number.POSITIVE_INFINITY))
}

/** Returns the messages of a spinner that were taken, each repeated webhook once, in the order of their marks. */
function messagesOf({ sent }: Model, { name }: KnownSpinner): readonly Sent[] {
  const ids = new Set<string>()
  return sent.asMarked.filter(({ spinner, isTaken, id }) => {
    if (spinner !== name || !isTaken || (id !== null && ids.has(id))) return false
    if (id !== null) ids.add(id)
    return true
  })
}

/** Returns the time in milliseconds at which the day of a message began; null if it is uncertain. */
function dayOf({ timeZone, shared, sent }: Model, { at, moment }: Sent): number | null {
  if (shared.setsBack.some(({ from }) => at.getTime() < from.getTime() + dayMs)) return null
  const earlier = sent.all.find((one) => at.getTime() - one.at.getTime() < 2 * dayMs)
  const [zone, ...others] = timeZone.possibleBetween(earlier?.moment ?? 0, moment)
  if (zone === undefined || others.length > 0) return null
  return midnightOf(dayIn(zone, at), zone)?.getTime() ?? null
}

/**
 * Returns whether an e-mail is certainly the first message of its recipient: no other was marked before in the jobs of its
 * chain of retries, and no webhook was sent for its record.
 */
function isFirst(model: Model, message: Sent): boolean {
  const { jobId, recordId, kind, position, marked, spinner, ref } = message
  if (kind !== 'email' || recordId === null) return false
  const root = model.rootOf(jobId)
  const isEarlierWebhook = (one: Sent) =>
    one.kind === 'webhook' && one.spinner === spinner && one.ref === ref && one.marked <= marked
  if (model.sent.all.some(isEarlierWebhook)) return false
  return model.steps.marks
    .ofRecord(recordId, marked)
    .every((mark) => model.rootOf(mark.jobId) !== root || mark.step === position)
}
