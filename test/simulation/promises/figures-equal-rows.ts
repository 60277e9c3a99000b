import { each, type Promised } from './promise.ts'

const states = ['done', 'skipped', 'failed', 'unconfirmed'] as const

type Figures = { readonly job: string; readonly no: number } & Readonly<
  Record<(typeof states)[number] | `row_${(typeof states)[number]}`, number>
>

/**
 * Skips slices whose old recipients were deleted after the retention time, also if a simulated crash
 * interrupted the deletion within a job.
 */
export const figuresEqualRows: Promised = {
  promise: 'The figures of each slice equal its rows of recipients',
  when: 'quiet',
  holds: async ({ rows }) => {
    const slices = await rows<Figures>(`
      select s.job_id as job, s.no, s.done, s.skipped, s.failed, s.unconfirmed,
             count(*) filter (where r.status = 'done')::int as row_done,
             count(*) filter (where r.status = 'skipped')::int as row_skipped,
             count(*) filter (where r.status = 'failed')::int as row_failed,
             count(*) filter (where r.status = 'unconfirmed')::int as row_unconfirmed
        from slices s join jobs j on j.id = s.job_id and not j.cleared and s.no > j.cleared_slices
        left join recipients r on r.job_id = s.job_id and r.slice = s.no
       group by s.job_id, s.no`)
    return each(slices, (slice) => {
      const differing = states.filter((status) => slice[status] !== slice[`row_${status}`])
      if (differing.length === 0) return null
      const words = differing.map(
        (status) => `${slice[status]} ${status}, by its rows ${slice[`row_${status}`]}`,
      )
      return `slice ${slice.no} of job ${slice.job} counts ${words.join('; ')}`
    })
  },
}
