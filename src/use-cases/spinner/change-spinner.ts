import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Contact } from '../../domain/person/contact-policy.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import { changedDraftParts } from '../../domain/spinner/draft-parts.ts'
import { type Exit, inFixedOrder, type ReplyRule } from '../../domain/spinner/exit.ts'
import type { SendWindow } from '../../domain/spinner/send-window.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import { withHeadersOfDraft } from '../../domain/spinner/steps/hidden-headers.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import type { TriggerField } from '../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Crons } from '../../ports/spinner/crons.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
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
    readonly reply?: ReplyRule
    readonly sendWindow?: SendWindow | null
    readonly starts?: Starts
    readonly triggerData?: readonly TriggerField[]
    readonly steps?: readonly Step[]
  }
  /** The revision of the draft that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  readonly by: Actor
}

/** Changes the draft of a spinner. The draft may be incomplete, because only publishing checks it. */
export class ChangeSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #crons: Crons
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, crons: Crons, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#crons = crons
    this.#clock = clock
  }

  async execute({ organizationId, spinnerId, changes, revision, by }: ChangeSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      assertRevision(spinner, revision)
      if (changes.starts !== undefined || changes.audience !== undefined)
        assertStarts(changes.starts ?? spinner.starts, changes.audience ?? spinner.audience, this.#crons)
      const exits = inFixedOrder(changes.exits ?? spinner.exits)
      const steps = withHeadersOfDraft(changes.steps ?? spinner.steps, spinner.steps)
      const changed = { ...spinner, ...changes, exits, steps, revision: spinner.revision + 1 }
      await tx.spinners.save(changed)
      await noteDraftChange(tx, { before: spinner, after: changed, by, at: this.#clock.now() })
    })
  }
}

/**
 * The period in milliseconds in which changes of one part of a draft by one actor leave one audit entry. The
 * console saves a draft every second while a person types.
 */
const notedAgainMs = 60 * 60 * 1000

/**
 * Writes an audit entry about the parts of a draft that changed, unless entries of the last hour name them for
 * the same actor. So an hour of autosaves leaves one entry for each part, and no changed part goes unnamed.
 */
async function noteDraftChange(
  tx: Transaction,
  { before, after, by, at }: { before: Spinner; after: Spinner; by: Actor; at: Date },
): Promise<void> {
  const parts = changedDraftParts(before, after)
  if (parts.length === 0) return
  const { organizationId, id, name } = after
  const since = new Date(at.getTime() - notedAgainMs)
  const noted = await tx.audit.draftPartsChangedBy({ organizationId, spinnerId: id, by, since })
  const others = parts.filter((part) => !noted.has(part))
  if (others.length === 0) return
  const isRenamed = others.includes('name')
  await tx.audit.add({
    action: 'spinner.changed',
    organizationId,
    by,
    subject: { kind: 'spinner', id, name },
    ...(isRenamed ? { before: { name: before.name } } : {}),
    after: { parts: others, ...(isRenamed ? { name } : {}) },
  })
}
