import { each, type Promised } from '../promise.ts'

/** Begins again after the restore of a backup, which may lack what the requests created. */
export const keyedOnce: Promised = {
  promise: 'A request that is repeated with its Idempotency-Key is carried out once, with one answer',
  when: 'quiet',
  holds: async ({ model, demo, rows }) => {
    const { keyedRequests } = model
    if (keyedRequests.length === 0) return { compared: 0, violations: [] }
    const stored = await rows<{ name: string; count: number }>(
      'select name, count(*)::int as count from stored_projects where organization_id = $1 group by name',
      [demo.organizationId],
    )
    const counts = new Map(stored.map(({ name, count }) => [name, count]))
    return each(keyedRequests, ({ name, answers }) => {
      const count = counts.get(name) ?? 0
      if (count > 1) return `${name} was created ${count} times by one key`
      if (count === 0 && answers.length > 0) return `${name} was created by an answer, and is not stored`
      return new Set(answers).size > 1 ? `${name} has different answers: ${answers.join(' and ')}` : null
    })
  },
}
