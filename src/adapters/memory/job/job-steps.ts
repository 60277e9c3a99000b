import { type ArmView, armsOf } from '../../../domain/job/arm-figures.ts'
import {
  mostJobsCounted,
  type SpinnerFigures,
  type VersionFigures,
  versionFigures,
} from '../../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import { isPlain, type Program, programOf } from '../../../domain/spinner/steps/program.ts'
import { JobSteps } from '../../../ports/job/job-steps.ts'
import { type MemoryStore, type StoredJob, versionSlot } from '../store.ts'
import { openRecipients } from './open-recipients.ts'
import { countedArms } from './slices/step-waits.ts'
import { stepCounts } from './step-counts.ts'

export class MemoryJobSteps extends JobSteps {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>> {
    const jobs = jobIds.map((id) => this.#store.jobs.get(id))
    const found = jobs.flatMap((job) => {
      const version = job && this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
      if (job?.organizationId !== organizationId || version === undefined) return []
      const program = programOf(version.steps)
      return isPlain(program) ? [] : [[job.id, program] as const]
    })
    return new Map(found)
  }

  override async openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]> {
    return openRecipients(this.#store, spinnerId, except)
  }

  override async armsOf(organizationId: string, jobId: string): Promise<readonly ArmView[]> {
    const program = (await this.programsOf(organizationId, [jobId])).get(jobId)
    return program === undefined ? [] : armsOf(program, countedArms(this.#store, jobId))
  }

  override async figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null> {
    const job = this.#store.owned(this.#store.jobs, organizationId, jobId)
    if (job === null) return null
    const counts = stepCounts(this.#store, job.spinnerVersion, [job])
    return versionFigures(this.#programOf(job.spinnerId, job.spinnerVersion), counts)
  }

  override async figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures> {
    const jobs = latestOf(
      this.#store,
      (job) => job.organizationId === organizationId && job.spinnerId === spinnerId,
    )
    const versions = [...Map.groupBy(jobs, ({ spinnerVersion }) => spinnerVersion)]
      .toSorted(([a], [b]) => b - a)
      .map(([version, of]) =>
        versionFigures(this.#programOf(spinnerId, version), stepCounts(this.#store, version, of), true),
      )
    return { versions, more: jobs.length >= mostJobsCounted }
  }

  #programOf(spinnerId: string, version: number): Program {
    return programOf(this.#store.versions.get(versionSlot(spinnerId, version))?.steps ?? [])
  }
}

/** Returns the jobs for which `isSuch` is true, newest first, up to `mostJobsCounted`. */
export function latestOf(store: MemoryStore, isSuch: (job: StoredJob) => boolean): readonly StoredJob[] {
  return [...store.jobs.values()]
    .filter(isSuch)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, mostJobsCounted)
}
