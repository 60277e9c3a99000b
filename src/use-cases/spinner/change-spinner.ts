import { DomainError } from '../../domain/errors.ts'
import type { Contact } from '../../domain/person/contact-policy.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import { type Exit, inFixedOrder } from '../../domain/spinner/exit.ts'
import type { SendWindow } from '../../domain/spinner/send-window.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import { withHeadersOfDraft } from '../../domain/spinner/steps/hidden-headers.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import type { TriggerField } from '../../domain/spinner/trigger-data.ts'
import type { Crons } from '../../ports/spinner/crons.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { assertStarts } from './check-starts.ts'

export interface ChangeSpinnerCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly changes: {
    readonly name?: string
    readonly audience?: Audience
    readonly contact?: Contact
    readonly exclusive?: boolean
    readonly exits?: readonly Exit[]
    readonly sendWindow?: SendWindow | null
    readonly starts?: Starts
    readonly triggerData?: readonly TriggerField[]
    readonly steps?: readonly Step[]
  }
  /** The revision of the draft that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
}

/** Changes the draft of a spinner. The draft may be incomplete, because only publishing checks it. */
export class ChangeSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #crons: Crons

  constructor(unitOfWork: UnitOfWork, crons: Crons) {
    this.#unitOfWork = unitOfWork
    this.#crons = crons
  }

  async execute({ organizationId, spinnerId, changes, revision }: ChangeSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      assertRevision(spinner, revision)
      if (changes.starts !== undefined || changes.audience !== undefined)
        assertStarts(changes.starts ?? spinner.starts, changes.audience ?? spinner.audience, this.#crons)
      const exits = inFixedOrder(changes.exits ?? spinner.exits)
      const steps = withHeadersOfDraft(changes.steps ?? spinner.steps, spinner.steps)
      await tx.spinners.save({ ...spinner, ...changes, exits, steps, revision: spinner.revision + 1 })
    })
  }
}
