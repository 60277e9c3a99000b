import type { NoticeRange } from '../../../domain/account/notice-range.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import type { Attempt } from '../../../domain/event/destination/attempt.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import { previousSecretUntil } from '../../../domain/signing-secrets.ts'
import { Destinations, type DestinationView, type DisabledNotice } from '../../../ports/event/destinations.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore, StoredDestination } from '../store.ts'

export class MemoryDestinations extends Destinations {
  readonly #store: MemoryStore
  /** Whether a caller informs people of a disabled destination at the moment. */
  #isInforming = false

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(reach: Reach, page: Page): Promise<PageOf<DestinationView>> {
    const found = pageById(this.#store.destinations.values(), page, (one) => isWithin(reach, one))
    return itemsOf(found, (one) => this.#view(one))
  }

  override async find(reach: Reach, id: string): Promise<DestinationView | null> {
    const destination = this.#store.destinations.get(id)
    return destination !== undefined && isWithin(reach, destination) ? this.#view(destination) : null
  }

  override async attempts(
    reach: Reach,
    destinationId: string,
    failed: boolean,
    page: Page,
  ): Promise<PageOf<Attempt>> {
    const belongs = (attempt: Attempt) =>
      isWithinReach(attempt, reach, destinationId) && (!failed || attempt.code !== null)
    return pageById(this.#store.destinationAttempts.values(), page, belongs, true)
  }

  override async attempt(reach: Reach, destinationId: string, id: string): Promise<Attempt | null> {
    const attempt = this.#store.destinationAttempts.get(id)
    return attempt !== undefined && isWithinReach(attempt, reach, destinationId) ? attempt : null
  }

  override async informOfDisabled(
    { since, after }: NoticeRange<DisabledNotice>,
    inform: (notice: DisabledNotice) => Promise<boolean>,
  ): Promise<DisabledNotice | null> {
    const from = after === null ? { disabledAt: since, id: '' } : after
    const [notice = null] = this.#unreported()
      .filter((one) => compareNotices(one, from) > 0)
      .toSorted(compareNotices)
    if (notice === null || this.#isInforming) return null
    this.#isInforming = true
    try {
      if (await inform(notice)) {
        const { id, disabledAt } = notice
        const destination = this.#store.destinations.get(id)
        if (destination?.disabledAt?.getTime() === disabledAt.getTime())
          this.#store.destinations.set(id, { ...destination, isReported: true })
      }
      return notice
    } finally {
      this.#isInforming = false
    }
  }

  #unreported(): readonly DisabledNotice[] {
    const found = [...this.#store.destinations.values()].filter(
      (one) => one.disabledReason === 'failing' && !one.isReported,
    )
    return found.flatMap((one) => {
      const organization = this.#store.organizations.get(one.organizationId)
      const owner = organization?.testOf ?? one.organizationId
      const admins = [...this.#store.users.values()]
        .filter(
          ({ organizationId, role }) => organizationId === owner && (role === 'owner' || role === 'admin'),
        )
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ email }) => email)
      const { id, url, disabledAt, failingSince } = one
      return disabledAt === null ? [] : [{ id, url, disabledAt, failingSince, admins }]
    })
  }

  override async forgetAttempts(before: Date, most: number): Promise<number> {
    const old = [...this.#store.destinationAttempts.values()].filter(({ at }) => at < before).slice(0, most)
    for (const { id } of old) this.#store.destinationAttempts.delete(id)
    return old.length
  }

  #view(destination: StoredDestination): DestinationView {
    const count = (map: ReadonlyMap<string, { readonly destinationId: string }>) =>
      [...map.values()].filter(({ destinationId }) => destinationId === destination.id).length
    return {
      ...omitFields(
        destination,
        'ciphertext',
        'previousCiphertext',
        'rotatedAt',
        'dueAt',
        'lease',
        'isReported',
      ),
      retries: count(this.#store.destinationRetries),
      replays: count(this.#store.destinationReplays),
      previousSecretUntil: previousSecretUntil(destination),
    }
  }
}

function isWithin({ organizationId, projectIds }: Reach, one: StoredDestination): boolean {
  if (one.organizationId !== organizationId) return false
  return projectIds === null || (one.projectId !== null && projectIds.includes(one.projectId))
}

type PlaceOfNotice = Pick<DisabledNotice, 'disabledAt' | 'id'>

function compareNotices(one: PlaceOfNotice, other: PlaceOfNotice): number {
  const key = ({ disabledAt, id }: PlaceOfNotice) => `${disabledAt.toISOString()} ${id}`
  return key(one) < key(other) ? -1 : Number(key(one) > key(other))
}

function isWithinReach(attempt: Attempt, { projectIds }: Reach, destinationId: string): boolean {
  if (attempt.destinationId !== destinationId) return false
  if (projectIds === null || attempt.events === null) return true
  const { projectId } = attempt.events.selection
  return projectId !== null && projectIds.includes(projectId)
}
