import { each, type Promised } from './promise.ts'

export const onlyWhatArrivesLater: Promised = {
  promise:
    'A spinner that starts on records writes to nobody who was there when it was published, unless it was told to',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    if (model.leftOut.size === 0) return { compared: 0, violations: [] }
    const jobs = await rows<{ id: string }>("select id from jobs where source = 'records'")
    const own = new Set(jobs.map(({ id }) => id))
    const sent = model.sent.all.filter(({ jobId }) => jobId !== null && own.has(jobId))
    return each(sent, ({ spinner, ref, address, step, at }) =>
      model.leftOut.has(`${spinner} ${ref}`)
        ? `${step} of ${spinner} left for ${address} at ${at.toISOString()}, although ${ref} was there before it was published`
        : null,
    )
  },
}
