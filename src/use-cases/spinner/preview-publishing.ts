import { DomainError } from '../../domain/errors.ts'
import {
  type MovedVersion,
  movedVersionOf,
  planRecipientMove,
  type RecipientMove,
} from '../../domain/job/recipient-move.ts'
import { defaultExistingChoice, type Existing } from '../../domain/spinner/existing.ts'
import type { JobStore } from '../../ports/job/jobs.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'

export interface PreviewPublishingQuery {
  readonly organizationId: string
  readonly spinnerId: string
}

export interface PublishPreview {
  readonly moveRecipients: RecipientMove
  /**
   * The number of records that no job has taken, and whether they are included by default; null for a spinner
   * that does not start on records.
   */
  readonly existingRecords: Existing | null
}

/**
 * Forecasts the effects of publishing a draft now: the recipients that could continue with it, and the
 * existing records that it would take. Running jobs may change both numbers meanwhile.
 */
export class PreviewPublishing {
  readonly #spinners: SpinnerStore
  readonly #jobs: JobStore

  constructor(spinners: SpinnerStore, jobs: JobStore) {
    this.#spinners = spinners
    this.#jobs = jobs
  }

  async execute({ organizationId, spinnerId }: PreviewPublishingQuery): Promise<PublishPreview> {
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    // If the draft is unchanged, leaves out recipients of the published version, because publishing would
    // create no new version.
    const isPublished = spinner.publishedVersion !== null && !spinner.hasUnpublishedChanges
    const open = await this.#jobs.openOf(spinner.id, isPublished ? (spinner.publishedVersion ?? 0) : 0)
    const versions = new Map<number, MovedVersion>()
    for (const version of new Set(open.map((recipients) => recipients.version))) {
      const frozen = await this.#spinners.version(organizationId, spinner.id, version)
      if (frozen !== null) versions.set(version, movedVersionOf(frozen))
    }
    const ran = (version: number) => versions.get(version) ?? null
    const { movable, immovable } = planRecipientMove({
      open,
      busy: new Set(),
      ran,
      now: movedVersionOf(spinner),
      declared: spinner.triggerData,
    })
    const moveRecipients = { movable, immovable }
    if (spinner.starts.on !== 'records') return { moveRecipients, existingRecords: null }
    const count = await this.#spinners.existing(organizationId, spinner.id)
    return {
      moveRecipients,
      existingRecords: { count, choice: defaultExistingChoice(spinner.automaticStarts?.starts ?? null) },
    }
  }
}
