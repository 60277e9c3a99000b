import { type ArmView, armsOf } from '../../../domain/job/arm-figures.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import { isPlain, type Program, programOf } from '../../../domain/spinner/program.ts'
import { JobSteps } from '../../../ports/job/job-steps.ts'
import { type MemoryStore, versionSlot } from '../store.ts'
import { openRecipients } from './open-recipients.ts'
import { countedArms } from './passages.ts'

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
}
