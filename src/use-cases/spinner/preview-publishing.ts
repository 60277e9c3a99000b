import { DomainError } from '../../domain/errors.ts'
import {
  type MovedVersion,
  movedVersionOf,
  planRecipientMove,
  type RecipientMove,
} from '../../domain/job/recipient-move.ts'
import type { Existing } from '../../domain/spinner/existing.ts'
import { findingsOfCheck, type MailCheckKind, mailCheckKinds } from '../../domain/spinner/mail-check.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { programOf } from '../../domain/spinner/steps/program.ts'
import type { OrganizationStore } from '../../ports/account/organizations.ts'
import type { JobStore } from '../../ports/job/jobs.ts'
import type { OrganizationTimes } from '../../ports/organization-times.ts'
import type { LinkCheck } from '../../ports/spinner/link-check.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import type { Timers } from '../../ports/timers.ts'
import { existingRecordsOf } from './existing-records.ts'
import { linkFindings } from './steps/email/check-links.ts'
import { mailAdvice } from './steps/email/mail-advice.ts'
import { mailWarnings } from './steps/email/mail-warnings.ts'
import { type DraftFault, withPaths } from './steps/faults/draft-fault.ts'

export interface PreviewPublishingQuery {
  readonly organizationId: string
  readonly spinnerId: string
}

export interface PublishPreview {
  readonly moveRecipients: RecipientMove
  /**
   * The number of existing records, and whether they are included by default; null for a spinner that starts neither on
   * records nor on entries into a segment.
   */
  readonly existingRecords: Existing | null
  /** The check list of the messages: each check with its findings, of which there may be none. */
  readonly checks: readonly MailCheck[]
}

export interface MailCheck {
  readonly kind: MailCheckKind
  readonly findings: readonly DraftFault[]
}

/**
 * Forecasts the effects of publishing a draft now: the recipients that could continue with it, and the
 * existing records that it would take. Checks the messages of the draft. Running jobs may change both numbers meanwhile.
 */
export class PreviewPublishing {
  readonly #spinners: SpinnerStore
  readonly #jobs: JobStore
  readonly #templates: Templates
  readonly #organizations: OrganizationStore
  readonly #times: OrganizationTimes
  readonly #links: LinkCheck
  readonly #segments: SegmentStore
  readonly #timers: Timers

  constructor(
    spinners: SpinnerStore,
    jobs: JobStore,
    templates: Templates,
    organizations: OrganizationStore,
    times: OrganizationTimes,
    links: LinkCheck,
    segments: SegmentStore,
    timers: Timers,
  ) {
    this.#spinners = spinners
    this.#jobs = jobs
    this.#templates = templates
    this.#organizations = organizations
    this.#times = times
    this.#links = links
    this.#segments = segments
    this.#timers = timers
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
    const checks = await this.#checksOf(spinner)
    const stores = { spinners: this.#spinners, segments: this.#segments, timers: this.#timers }
    const published = spinner.automaticStarts?.starts ?? null
    const existingRecords = await existingRecordsOf(stores, spinner, published)
    return { moveRecipients, checks, existingRecords }
  }

  /** Checks the messages of the draft. Links are requested by real organizations alone, because test mode reaches nobody. */
  async #checksOf(draft: Spinner): Promise<readonly MailCheck[]> {
    const [warnings, advice, links] = await Promise.all([
      mailWarnings(this.#templates, draft),
      mailAdvice(this.#organizations, draft),
      this.#times
        .isReal(draft.organizationId)
        .then((isReal) => (isReal ? linkFindings(this.#links, draft) : [])),
    ])
    const findings = withPaths(programOf(draft.steps), [...warnings, ...advice, ...links])
    return mailCheckKinds.map((kind) => ({
      kind,
      findings: findings.filter((finding) => findingsOfCheck[kind].includes(finding.code)),
    }))
  }
}
