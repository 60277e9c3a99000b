import type { Requester } from '../../domain/account/requester.ts'
import { newBinEntry } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import { assertRevision } from '../../domain/revision.ts'
import { audienceFor } from '../../domain/spinner/audience.ts'
import { changedParts, type DraftContent } from '../../domain/spinner/draft-parts.ts'
import { inFixedOrder } from '../../domain/spinner/exit.ts'
import { copyOf, draftFromVersion, type Spinner } from '../../domain/spinner/spinner.ts'
import { withHeadersOfDraft } from '../../domain/spinner/steps/hidden-headers.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { disableDestinationsOf } from '../event/destinations/destination-changes.ts'
import { assertStarts } from './check-starts.ts'
import { noteDraftChange } from './draft-changes.ts'

export interface DraftChanges extends Partial<DraftContent> {
  readonly name?: string
}

/** Changes, duplicates, unpublishes and deletes spinners. */
export class Spinners {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Changes the draft of a spinner. The draft may be incomplete, because only publishing checks it. The revision is the
   * one that the editor saw; null if the editor did not send it.
   */
  async change(
    { organizationId, by }: Requester,
    { spinnerId, changes, revision }: { spinnerId: string; changes: DraftChanges; revision: number | null },
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      assertRevision(spinner, revision)
      const { starts, audience: chosenAudience } = { ...spinner, ...changes }
      if (changes.starts !== undefined || changes.audience !== undefined) assertStarts(starts, chosenAudience)
      const audience = audienceFor(chosenAudience, starts)
      const exits = inFixedOrder(changes.exits ?? spinner.exits)
      const steps = withHeadersOfDraft(changes.steps ?? spinner.steps, spinner.steps)
      const changed = { ...spinner, ...changes, audience, exits, steps, revision: spinner.revision + 1 }
      await tx.spinners.save(changed)
      await noteDraftChange(tx, { before: spinner, after: changed, by, at: this.#clock.now() })
    })
  }

  /** Creates a spinner with a copy of another spinner's draft. The new spinner has not taken any records. */
  async duplicate({ organizationId, by }: Requester, spinnerId: string): Promise<string> {
    const id = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      const plan = await tx.plans.of(organizationId)
      assertSpaceForOne(plan, 'spinners', await tx.spinners.countOf(organizationId))
      const copy = copyOf(spinner, id, this.#clock.now())
      await tx.spinners.add(copy, null)
      const subject = { kind: 'spinner', id, name: copy.name } as const
      const after = { copyOf: spinner.name }
      await tx.audit.add({ action: 'spinner.created', organizationId, by, subject, after })
    })
    return id
  }

  /**
   * Copies a version of a spinner back into its draft. The published version stays until the draft is
   * published. The revision is the one that the editor saw; null if the editor did not send it.
   */
  async restoreVersion(
    { organizationId, by }: Requester,
    { spinnerId, version, revision }: { spinnerId: string; version: number; revision: number | null },
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      const frozen = await tx.spinners.findVersion(spinnerId, version)
      if (frozen === null) throw new DomainError('NOT_FOUND', { message: 'Version not found' })
      assertRevision(spinner, revision)
      const draft = draftFromVersion(spinner, frozen)
      await tx.spinners.save(draft)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      const after = { version, parts: changedParts(spinner, draft) }
      await tx.audit.add({ action: 'spinner.versionRestored', organizationId, by, subject, after })
    })
  }

  /** Unpublishes a spinner, so that no trigger and no schedule starts it. Started jobs continue unchanged. */
  async unpublish({ organizationId, by }: Requester, spinnerId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      if (spinner.publishedVersion === null) return
      await tx.spinners.save({ ...spinner, publishedVersion: null, revision: spinner.revision + 1 })
      await tx.spinners.removeStarts(spinnerId)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      const before = { version: spinner.publishedVersion }
      await tx.audit.add({ action: 'spinner.unpublished', organizationId, by, subject, before })
    })
  }

  /** Moves a spinner that is not published and has no running job into the bin. Its finished jobs stay readable. */
  async delete({ organizationId, by }: Requester, spinnerId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      if (spinner.publishedVersion !== null)
        throw new DomainError('CONFLICT', { message: 'The spinner is published; unpublish it first' })
      if (await tx.jobs.anyUnfinishedOf(spinnerId)) {
        throw new DomainError('CONFLICT', {
          message: 'A job of the spinner is still running; cancel the job or wait until it has ended',
        })
      }
      const now = this.#clock.now()
      const { projectId, dataTableId, name } = spinner
      const things = { kind: 'spinner', dataTableId, spinnerId: spinner.id, name, records: 0 } as const
      const entry = { ...things, id: this.#ids.next(), organizationId, projectId }
      await tx.bin.add(newBinEntry(entry, by, now))
      await disableDestinationsOf(tx, organizationId, { spinnerId }, now)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      await tx.audit.add({ action: 'spinner.deleted', organizationId, by, subject })
    })
  }
}

/** Locks and returns a spinner until the end of the transaction. */
export async function lockedSpinner(
  tx: Transaction,
  organizationId: string,
  spinnerId: string,
): Promise<Spinner> {
  const spinner = await tx.spinners.lock(organizationId, spinnerId)
  if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
  return spinner
}
