import { each, type Promised } from './promise.ts'

export const nothingInSilence: Promised = {
  promise: 'Nothing is sent while a job or a spinner is paused, or after a job was cancelled',
  when: 'quiet',
  holds: ({ model }) => {
    const names = new Map(model.spinners.map(({ id, name }) => [id, name]))
    return each(model.silences.all, ({ of, id, why, from, until }) => {
      if (from === null) return null
      const sent = model.sent.all.find(
        ({ at, jobId, spinner }) =>
          at > from &&
          (until === null || at < until) &&
          (of === 'spinner' ? spinner === names.get(id) : jobId === id),
      )
      return sent === undefined
        ? null
        : `${why} since ${from.toISOString()}, and ${sent.step} of ${sent.spinner} left for ${sent.address} at ${sent.at.toISOString()}`
    })
  },
}
