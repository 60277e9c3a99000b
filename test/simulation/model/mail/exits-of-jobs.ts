import type { Simulation } from '../../run/simulation.ts'

/** A version of a spinner with the reactions that stop its recipients. */
interface ExitsOfVersion {
  readonly exits: readonly string[]
  readonly scope: string
}

/** A simulated job with the first job of its chain of retries, and the versions that it may have run since the last reading. */
export interface JobWithExits {
  readonly id: string
  readonly root: string
  readonly versions: readonly ExitsOfVersion[]
}

interface Row {
  readonly id: string
  readonly root: string
  readonly spinner: string
  readonly version: number
}

/**
 * The versions that the jobs of an organization run. A job changes its version if its waiting recipients are moved, so
 * that a message may have been sent by any version between two readings.
 */
export class ExitsOfJobs {
  readonly #versions = new Map<string, ExitsOfVersion & { readonly number: number }>()
  readonly #read = new Map<string, number>()

  async read({ rows, demo }: Simulation): Promise<ReadonlyMap<string, JobWithExits>> {
    const jobs = await rows<Row>(
      `select id, coalesce(root_job_id, id) as root, spinner_id as spinner, spinner_version as version from jobs
        where organization_id = $1`,
      [demo.organizationId],
    )
    if (jobs.some((job) => !this.#versions.has(nameOf(job, job.version)))) {
      const versions = await rows<ExitsOfVersion & { spinner: string; number: number }>(
        `select v.spinner_id as spinner, v.version as number, v.exits, coalesce(v.reply ->> 'scope', 'spinner') as scope
           from spinner_versions v where v.spinner_id = any($1)`,
        [[...new Set(jobs.map(({ spinner }) => spinner))]],
      )
      for (const version of versions) this.#versions.set(nameOf(version, version.number), version)
    }
    return new Map(jobs.map((job) => [job.id, this.#withExits(job)]))
  }

  #withExits(job: Row): JobWithExits {
    const { id, root, version } = job
    const from = Math.min(this.#read.get(id) ?? version, version)
    this.#read.set(id, version)
    const numbers = Array.from({ length: version - from + 1 }, (_, nth) => from + nth)
    return { id, root, versions: numbers.flatMap((number) => this.#versions.get(nameOf(job, number)) ?? []) }
  }
}

function nameOf({ spinner }: { readonly spinner: string }, version: number): string {
  return `${spinner} ${version}`
}

/** Returns whether all versions that a job may have run stop the person after a reply to any message. */
export function stopsEverywhere({ versions }: JobWithExits, asksToStop: boolean): boolean {
  return versions.every(
    ({ exits, scope }) =>
      (exits.includes('reply') && scope === 'everywhere') || (asksToStop && exits.includes('unsubscribe')),
  )
}

/** Returns whether all versions that a job may have run stop the recipient whose message was answered. */
export function stopsRecipient({ versions }: JobWithExits): boolean {
  return versions.every(({ exits }) => exits.includes('reply'))
}
