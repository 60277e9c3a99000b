import { each, type Promised } from './promise.ts'

/**
 * Compares the e-mails of jobs that were triggered before a reply of the person was read, by spinners that stop at
 * replies to any spinner. Accepts a message that was marked before the reply was read. Leaves out people who were erased,
 * because their replies are erased too.
 */
export const repliesStopEverywhere: Promised = {
  promise:
    'After a reply was read, no spinner that stops at replies to any spinner writes to that person in a job from before the reply',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const jobs = await rows<{ id: string; root: string }>(
      'select j.id, root_of_job(p_job => j) as root from jobs j',
    )
    const roots = new Map(jobs.map(({ id, root }) => [id, root]))
    const erased = new Set(model.erased)
    const concerned = model.sent.all.filter(
      ({ kind, jobId, address }) =>
        kind === 'email' &&
        jobId !== null &&
        !erased.has(address) &&
        model.noSendPeriods.knows('replied', `${roots.get(jobId) ?? jobId} ${address}`),
    )
    return each(concerned, ({ step, spinner, jobId, address, at, marked }) => {
      const id = `${roots.get(jobId ?? '') ?? jobId} ${address}`
      if (!model.noSendPeriods.wasSilent('replied', id, marked)) return null
      return `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}, although the person had replied to a message of the organization`
    })
  },
}
