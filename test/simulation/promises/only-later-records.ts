import { each, type Promised } from './promise.ts'

export const onlyLaterRecords: Promised = {
  promise:
    'A spinner that starts on records leaves out records that existed when it was published, unless it was set to include them or a cancelled job returned them',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    if (model.leftOut.size === 0) return { compared: 0, violations: [] }
    const jobs = await rows<{ id: string; at: Date }>(
      "select id, created_at as at from jobs where source = 'records'",
    )
    const begun = new Map(jobs.map((job) => [job.id, job.at]))
    // Skips tables with match columns in this check of the simulator, because a later record of a person may
    // become part of an existing one.
    const merged = new Set(model.spinners.flatMap(({ name, table }) => (table.wasMatched ? [name] : [])))
    const sent = model.sent.all.filter(({ spinner }) => !merged.has(spinner))
    return each(sent, ({ spinner, ref, address, step, at, jobId, moment }) => {
      const since = model.leftOut.get(`${spinner} ${ref}`)
      const job = begun.get(jobId ?? '')
      const mayComeBack = model.mayComeBack.has(`${spinner} ${ref}`)
      // A message that left before the publish has an earlier number, also if the clock was set back in between.
      return since !== undefined &&
        moment > since.moment &&
        !mayComeBack &&
        job !== undefined &&
        job > since.at
        ? `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}, although ${ref} existed before it was published`
        : null
    })
  },
}
