import { each, type Promised } from './promise.ts'

export const onlyWhatArrivesLater: Promised = {
  promise:
    'A spinner that starts on records writes to nobody who was there when it was published, unless it was told to, or a job that had them already is cancelled',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    if (model.leftOut.size === 0) return { compared: 0, violations: [] }
    const jobs = await rows<{ id: string; at: Date }>(
      "select id, created_at as at from jobs where source = 'records'",
    )
    const begun = new Map(jobs.map((job) => [job.id, job.at]))
    // Where records of one person become one, what was there may stand in a record that came later.
    const merged = new Set(model.spinners.flatMap(({ name, table }) => (table.wasMatched ? [name] : [])))
    const sent = model.sent.all.filter(({ spinner }) => !merged.has(spinner))
    return each(sent, ({ spinner, ref, address, step, at, jobId }) => {
      const since = model.leftOut.get(`${spinner} ${ref}`)
      const job = begun.get(jobId ?? '')
      const mayComeBack = model.mayComeBack.has(`${spinner} ${ref}`)
      return since !== undefined && !mayComeBack && job !== undefined && job > since
        ? `${step} of ${spinner} left for ${address} at ${at.toISOString()}, although ${ref} was there before it was published`
        : null
    })
  },
}
