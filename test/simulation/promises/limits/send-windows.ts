import { each, type Promised } from '../promise.ts'

export const sendWindows: Promised = {
  promise: 'No e-mail is sent outside the send window of its spinner',
  when: 'quiet',
  holds: ({ model }) => {
    const windows = new Map(model.spinners.map(({ name, sendWindow }) => [name, sendWindow]))
    const emails = model.sent.all.filter(({ kind, spinner }) => kind === 'email' && windows.get(spinner))
    return each(emails, ({ spinner, step, address, at }) => {
      const window = windows.get(spinner)
      if (!window) return null
      // Computes send windows in UTC, the simulated organization's zone. Tolerates a message that was marked
      // just before the window closed.
      const minutes = at.getUTCHours() * 60 + at.getUTCMinutes()
      const isOpen =
        window.days.includes(((at.getUTCDay() + 6) % 7) + 1) &&
        minutes >= minutesOf(window.from) &&
        minutes <= minutesOf(window.to)
      return isOpen ? null : `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}`
    })
  },
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
