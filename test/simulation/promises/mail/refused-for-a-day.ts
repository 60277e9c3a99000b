import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000

export const refusedForADay: Promised = {
  promise: 'A message that a server defers is retried for a day before its recipient fails',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const failed = await rows<{ job: string; record: string }>(
      "select job_id as job, record_id::text as record from recipients where status = 'failed'",
    )
    const tried = Map.groupBy(
      model.sent.all.filter(({ kind }) => kind === 'email'),
      ({ jobId, recordId }) => `${jobId} ${recordId}`,
    )
    return each(failed, ({ job, record }) => {
      const all = tried.get(`${job} ${record}`) ?? []
      const last = all.at(-1)
      const attempts = all.filter(({ step }) => step === last?.step)
      const [first] = attempts
      if (
        first === undefined ||
        last === undefined ||
        attempts.some(({ outcome: told }) => told !== 'temporaryRefusal')
      )
        return null
      return last.at.getTime() - first.at.getTime() >= dayMs
        ? null
        : `${last.address} failed at ${last.step} of ${last.spinner} after ${attempts.length} attempts, put off since ${first.at.toISOString()}`
    })
  },
}
