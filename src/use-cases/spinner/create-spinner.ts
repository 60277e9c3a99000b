import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { audienceFor } from '../../domain/spinner/audience.ts'
import type { DraftContent } from '../../domain/spinner/draft-parts.ts'
import { onlyOnCall } from '../../domain/spinner/starts.ts'
import { withHeadersOfDraft } from '../../domain/spinner/steps/hidden-headers.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { addSpinner } from './add-spinner.ts'
import { assertStarts } from './check-starts.ts'

/** The parts of a new draft that may be absent. */
type Optional = 'exclude' | 'goal' | 'pace' | 'sendWindow' | 'starts' | 'triggerData'

export interface CreateSpinnerCommand
  extends Requester,
    Omit<DraftContent, Optional>,
    Partial<Pick<DraftContent, Optional>> {
  readonly projectId: string
  readonly dataTableId: string
  readonly name: string
}

/** Creates a spinner with a draft, over a data table of the same project. */
export class CreateSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: CreateSpinnerCommand): Promise<string> {
    const { by, ...rest } = command
    const {
      organizationId,
      projectId,
      dataTableId,
      exclude = null,
      goal = null,
      sendWindow = null,
      pace = null,
      starts = onlyOnCall,
      triggerData = [],
    } = command
    assertStarts(starts, command.audience)
    const id = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      const table = isId(dataTableId) ? await tx.dataTables.lock(organizationId, dataTableId) : null
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      if (table.projectId !== project.id) throw otherProject()
      await addSpinner(tx, {
        id,
        draft: {
          ...rest,
          audience: audienceFor(command.audience, starts),
          exclude,
          goal,
          sendWindow,
          pace,
          starts,
          triggerData,
          steps: withHeadersOfDraft(command.steps, []),
        },
        table,
        project,
        by,
        at: this.#clock.now(),
      })
    })
    return id
  }
}

/** A key that is limited to the spinner's project would otherwise reach the records of another project. */
function otherProject(): DomainError {
  const message = 'The data table belongs to another project than the spinner'
  const errors = [{ pointer: '/dataTableId', code: 'OTHER_PROJECT', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
