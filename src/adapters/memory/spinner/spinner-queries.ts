import type { Reach } from '../../../domain/account/reach.ts'
import { type Page, type PageOf, pageOf, versionAfter } from '../../../domain/page.ts'
import type { AudienceRange } from '../../../domain/spinner/audience.ts'
import {
  type SpinnerVersion,
  type SpinnerView,
  type VersionEntry,
  viewOf,
} from '../../../domain/spinner/spinner.ts'
import { metadataColumnsOf } from '../../../domain/table/data-table.ts'
import { type AudienceExceptions, SpinnerQueries } from '../../../ports/spinner/spinners.ts'
import { isSpinnerWithin } from '../in-projects.ts'
import { isNamed } from '../job/named/named-marks.ts'
import { waitingReturns } from '../job/slices/returned-records.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf, pageById } from '../pages.ts'
import { type MemoryStore, type StoredSpinner, versionSlot } from '../store.ts'
import { existingOf, rangeOf } from './new-records.ts'

export class MemorySpinnerQueries extends SpinnerQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    { organizationId, projectIds }: Reach,
    page: Page,
    projectId: string | null = null,
  ): Promise<PageOf<SpinnerView>> {
    const belongs = (spinner: StoredSpinner) =>
      spinner.organizationId === organizationId &&
      (projectId ?? spinner.projectId) === spinner.projectId &&
      isSpinnerWithin(this.#store, spinner.id, projectIds)
    return itemsOf(pageById(this.#store.spinners.values(), page, belongs), (one) => this.#view(one))
  }

  override async find(organizationId: string, id: string): Promise<SpinnerView | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    return spinner === null ? null : this.#view(spinner)
  }

  override async audience(organizationId: string, id: string): Promise<AudienceRange | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    if (spinner === null) return null
    const version = this.#store.versions.get(versionSlot(spinner.id, spinner.publishedVersion ?? 0))
    if (version === undefined) return null
    return rangeOf(this.#store, spinner, version.audience)
  }

  override async existing(organizationId: string, id: string): Promise<number> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    return spinner === null ? 0 : existingOf(this.#store, spinner)
  }

  override async exceptionsAmong(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<AudienceExceptions> {
    const parts = waitingReturns(this.#store, spinnerId).map(({ part }) => part)
    const isPassedOver = (recordId: string) => isNamed(this.#store, spinnerId, Number(recordId))
    const isBack = (recordId: string, seq: number) =>
      parts.some((part) =>
        'fromSeq' in part
          ? seq > part.fromSeq && seq <= part.toSeq && !isPassedOver(recordId)
          : part.recordIds.includes(recordId),
      )
    const idsOf = (of: typeof records) => new Set(of.map(({ recordId }) => recordId))
    return {
      givenBack: idsOf(records.filter(({ recordId, seq }) => isBack(recordId, seq))),
      passedOver: idsOf(records.filter(({ recordId }) => isPassedOver(recordId))),
    }
  }

  override async versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    const before = versionAfter(page)
    const entries = [...this.#store.versions]
      .filter(([, { spinnerId, version }]) => spinnerId === spinner?.id && version < (before ?? Infinity))
      .map(([slot, { version }]) => ({
        version,
        publishedAt: this.#store.versionTimes.get(slot) ?? null,
        isCurrent: version === spinner?.publishedVersion,
      }))
    return pageOf(
      entries.toSorted((a, b) => b.version - a.version),
      page,
      ({ version }) => `${version}`,
    )
  }

  override async version(
    organizationId: string,
    id: string,
    version: number,
  ): Promise<SpinnerVersion | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    return spinner === null ? null : (this.#store.versions.get(versionSlot(spinner.id, version)) ?? null)
  }

  #view(spinner: StoredSpinner): SpinnerView {
    const slot = versionSlot(spinner.id, spinner.publishedVersion ?? 0)
    const metadataColumns = metadataColumnsOf(this.#store.tables.get(spinner.dataTableId) ?? { columns: [] })
    const pausedUser = this.#store.users.get(spinner.pausedActorId ?? '')?.email ?? null
    const pausedApiKey = this.#store.apiKeys.get(spinner.pausedActorId ?? '')?.name ?? null
    const published = this.#store.versions.get(slot) ?? null
    const own = this.#store.spinnerStarts.get(spinner.id)
    const ownStarts =
      own === undefined ? null : { starts: own.starts, dueAt: own.dueAt, stopped: own.stopped }
    return viewOf(omitFields(spinner, 'taken'), metadataColumns, published, {
      pausedUser,
      pausedApiKey,
      ownStarts,
    })
  }
}
