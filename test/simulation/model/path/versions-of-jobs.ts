import type { Simulation } from '../../run/simulation.ts'
import type { Settings } from '../known-settings.ts'
import type { Sent } from '../sent.ts'

/** The settings of a published version of a spinner that decide about its messages. */
export type SettingsOfVersion = Omit<Settings, 'pace'>

/** A simulated job with the first job of its chain of retries, and the versions that it may have run since the last reading. */
export interface VersionsOfJob {
  readonly id: string
  readonly root: string
  readonly versions: readonly SettingsOfVersion[]
}

interface Row {
  readonly id: string
  readonly root: string
  readonly spinner: string
  readonly version: number
}

type Version = SettingsOfVersion & { readonly spinner: string; readonly number: number }

/**
 * The versions that the jobs of an organization run. A job changes its version if its waiting recipients are moved, so
 * that a message may have been sent by any version between two readings.
 */
export class VersionsOfJobs {
  readonly #versions = new Map<string, Version>()
  readonly #read = new Map<string, number>()
  /** The latest version of each spinner that a job ran at the last reading. */
  readonly #latest = new Map<string, number>()
  readonly #ofMessages = new WeakMap<Sent, readonly SettingsOfVersion[]>()
  readonly #ever = new Map<string, Set<SettingsOfVersion>>()
  #sent = 0
  #jobs: ReadonlyMap<string, VersionsOfJob> = new Map()

  /** The jobs of the last reading. */
  get jobs(): ReadonlyMap<string, VersionsOfJob> {
    return this.#jobs
  }

  /** Returns the versions that may have sent an e-mail; none for a webhook, and if its job was deleted before a reading. */
  ofMessage(sent: Sent): readonly SettingsOfVersion[] {
    return this.#ofMessages.get(sent) ?? []
  }

  /** Returns all versions that the jobs of a chain of retries may ever have run. */
  everOf(root: string | null): readonly SettingsOfVersion[] {
    return [...(this.#ever.get(root ?? '') ?? [])]
  }

  async read({ rows, demo, model }: Simulation): Promise<void> {
    const jobs = await rows<Row>(
      `select id, coalesce(root_job_id, id) as root, spinner_id as spinner, spinner_version as version from jobs
        where organization_id = $1`,
      [demo.organizationId],
    )
    if (jobs.some((job) => !this.#versions.has(nameOf(job, job.version)))) {
      const versions = await rows<Version>(
        `select v.spinner_id as spinner, v.version as number, v.audience, v.contact, v.is_exclusive as "isExclusive", v.exclude,
                v.exits, v.reply, v.send_window as "sendWindow", v.goal
           from spinner_versions v where v.spinner_id = any($1)`,
        [[...new Set(jobs.map(({ spinner }) => spinner))]],
      )
      for (const version of versions) this.#versions.set(nameOf(version, version.number), version)
    }
    this.#jobs = new Map(jobs.map((job) => [job.id, this.#withVersions(job)]))
    for (const { spinner, version } of jobs)
      this.#latest.set(spinner, Math.max(version, this.#latest.get(spinner) ?? 1))
    for (const sent of model.sent.all.slice(this.#sent))
      this.#ofMessages.set(sent, this.#jobs.get(sent.jobId ?? '')?.versions ?? [])
    this.#sent = model.sent.all.length
  }

  #withVersions(job: Row): VersionsOfJob {
    const { id, root, version } = job
    // A new job may have begun with any version since the last reading.
    const from = Math.min(this.#read.get(id) ?? this.#latest.get(job.spinner) ?? 1, version)
    this.#read.set(id, version)
    const numbers = Array.from({ length: version - from + 1 }, (_, nth) => from + nth)
    const versions = numbers.flatMap((number) => this.#versions.get(nameOf(job, number)) ?? [])
    const ever = this.#ever.get(root) ?? new Set()
    this.#ever.set(root, ever)
    for (const possible of versions) ever.add(possible)
    return { id, root, versions }
  }
}

function nameOf({ spinner }: { readonly spinner: string }, version: number): string {
  return `${spinner} ${version}`
}

/** Returns whether all versions that a job may have run stop the person after a reply to any message. */
export function stopsEverywhere({ versions }: VersionsOfJob, asksToStop: boolean): boolean {
  return versions.every(
    ({ exits, reply }) =>
      (exits.includes('reply') && reply.scope === 'everywhere') ||
      (asksToStop && exits.includes('unsubscribe')),
  )
}

/** Returns whether all versions that a job may have run stop the recipient whose message was answered. */
export function stopsRecipient({ versions }: VersionsOfJob): boolean {
  return versions.every(({ exits }) => exits.includes('reply'))
}
