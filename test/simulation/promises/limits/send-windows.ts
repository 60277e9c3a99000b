import type { SendWindow } from '../../../../src/domain/spinner/send-window.ts'
import { each, type Promised } from '../promise.ts'

/** Compares an e-mail with the send windows of all versions that may have sent it. */
export const sendWindows: Promised = {
  promise: 'No e-mail is sent outside the send window of its spinner, in the time zone of the organization',
  when: 'quiet',
  holds: ({ model }) => {
    const emails = model.sent.all.flatMap((sent) => {
      const versions = model.versionsOfJobs.ofMessage(sent)
      const windows = versions.flatMap(({ sendWindow }) => sendWindow ?? [])
      return windows.length > 0 && windows.length === versions.length ? [{ ...sent, windows }] : []
    })
    return each(emails, ({ spinner, step, address, at, moment, windows }) => {
      const zones = model.timeZone.possibleWhenDecided(moment)
      if (zones.some((zone) => windows.some((window) => isOpen(window, at, zone)))) return null
      return `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}, in ${zones.join(' or ')}`
    })
  },
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Returns whether a send window is open at a time, or closed less than two minutes ago. Computes local times by other
 * means than the service. Tolerates a message that was marked just before its window closed.
 */
function isOpen({ days, from, to }: SendWindow, at: Date, zone: string): boolean {
  const form = {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const parts = new Intl.DateTimeFormat('en-GB', form).formatToParts(at)
  const valueOf = (kind: string) => parts.find(({ type }) => type === kind)?.value ?? ''
  const minutes = Number(valueOf('hour')) * 60 + Number(valueOf('minute'))
  const weekday = weekdays.indexOf(valueOf('weekday')) + 1
  return days.includes(weekday) && minutes >= minutesOf(from) && minutes <= minutesOf(to) + 1
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
