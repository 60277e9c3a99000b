import { localDay, momentOf, weekdayOf } from '../../../../src/domain/local-time.ts'
import { minutesOf, type SendWindow } from '../../../../src/domain/spinner/send-window.ts'
import { each, type Promised } from '../promise.ts'

/** The tolerance in milliseconds for a message that was marked just before its window closed. */
const slackMs = 60_000

export const sendWindows: Promised = {
  promise: 'No e-mail is sent outside the send window of its spinner, in the time zone of the organization',
  when: 'quiet',
  holds: ({ model }) => {
    const windows = new Map(model.spinners.map(({ name, sendWindow }) => [name, sendWindow]))
    const emails = model.sent.all.filter(({ kind, spinner }) => kind === 'email' && windows.get(spinner))
    return each(emails, ({ spinner, step, address, at, moment }) => {
      const window = windows.get(spinner)
      if (!window) return null
      const zones = model.timeZone.possibleWhenDecided(moment)
      if (zones.some((zone) => isOpen(window, at, zone))) return null
      return `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}, in ${zones.join(' or ')}`
    })
  },
}

/** Returns whether a send window is open at a time, or has just closed. */
function isOpen({ days, from, to }: SendWindow, at: Date, zone: string): boolean {
  const day = localDay(at, zone)
  const opens = momentOf(day, minutesOf(from), zone)
  const closes = momentOf(day, minutesOf(to), zone)
  return days.includes(weekdayOf(day)) && at >= opens && at.getTime() <= closes.getTime() + slackMs
}
