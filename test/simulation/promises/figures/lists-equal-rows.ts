import type { JobView } from '../../../../src/domain/job/job.ts'
import { OrganizationStore } from '../../../../src/ports/account/organizations.ts'
import { JobStore } from '../../../../src/ports/job/jobs.ts'
import type { Simulation } from '../../run/simulation.ts'
import type { Promised } from '../promise.ts'

const statuses = ['pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed', 'stopped'] as const
type Status = (typeof statuses)[number]

interface Counted {
  readonly job: string
  readonly status: Status
  readonly reason: string | null
  readonly count: number
}

export const listsEqualRows: Promised = {
  promise: 'The figures in the list of jobs and in the overview equal the rows',
  when: 'quiet',
  holds: async (simulation) => {
    const jobs = await allJobs(simulation)
    const counted = await simulation.rows<Counted>(`
      select j.id as job, r.status, r.reason, count(*)::int as count
        from jobs j join recipients r on r.job_id = j.id where not j.cleared and j.status <> 'cancelled'
       group by j.id, r.status, r.reason`)
    const byJob = Map.groupBy(counted, ({ job }) => job)
    const violations = jobs.flatMap((job) => {
      const rows = byJob.get(job.id)
      return rows === undefined ? [] : faultsOf(job, rows)
    })
    violations.push(...(await overviewFaults(simulation)))
    return { compared: byJob.size + 1, violations }
  },
}

async function allJobs({ api, demo }: Simulation): Promise<readonly JobView[]> {
  const filter = { spinnerId: null, status: null }
  const page = { limit: 200, after: null }
  return (await api.get(JobStore).list(demo.organizationId, filter, page)).items
}

function faultsOf({ id, counts, reasons }: JobView, rows: readonly Counted[]): readonly string[] {
  const sumOf = (matching: readonly Counted[]) => matching.reduce((sum, { count }) => sum + count, 0)
  const ofStatuses = statuses
    // Skips pending recipients in this check of the simulator, because records that are in no slice yet count
    // as pending and have no rows of recipients.
    .filter((status) => status !== 'pending')
    .flatMap((status) => {
      const is = sumOf(rows.filter((row) => row.status === status))
      const listed = counts[status] ?? 0
      return is === listed ? [] : [`job ${id} is listed with ${listed} ${status}, and has ${is}`]
    })
  const ofReasons = reasons
    .filter(({ status }) => status !== 'pending')
    .flatMap(({ code, status, count }) => {
      const is = sumOf(rows.filter((row) => row.status === status && row.reason === code))
      return is === count ? [] : [`job ${id} is listed with ${count} ${status} for ${code}, and has ${is}`]
    })
  return [...ofStatuses, ...ofReasons]
}

async function overviewFaults({ api, demo, clock, rows }: Simulation): Promise<readonly string[]> {
  const { jobs } = await api.get(OrganizationStore).pendingWork(demo.organizationId, clock.now())
  const stored = await rows<{ status: string; count: number }>(
    'select status, count(*)::int as count from jobs where organization_id = $1 group by status',
    [demo.organizationId],
  )
  return Object.entries(jobs).flatMap(([status, count]) => {
    const is = stored.find((one) => one.status === status)?.count ?? 0
    return is === count ? [] : [`the overview says that ${count} jobs are ${status}, and ${is} are`]
  })
}
