import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  KnownSuppression,
  Suppression,
  SuppressionEvent,
  SuppressionReason,
} from '../../../domain/person/suppression.ts'
import { Suppressions } from '../../../ports/person/contact-rules.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'
import { knownDigest } from './person-digests.ts'

/**
 * Returns the suppression of an address, by the address itself or by the digest of an erased one; null if it is not
 * suppressed.
 */
function knownSuppression(
  store: MemoryStore,
  organizationId: string,
  email: string,
): KnownSuppression | null {
  const entry = store.suppressionOf(organizationId, email)
  if (entry !== undefined) return { id: entry.id, reason: entry.reason, createdAt: entry.createdAt }
  const digest = knownDigest(store, organizationId, email)
  const kept = digest === null ? undefined : store.digestedSuppressions.get(`${organizationId} ${digest}`)
  return kept === undefined ? null : { id: null, reason: kept.reason, createdAt: kept.createdAt }
}

/** Returns why an address is suppressed; null if it is not. */
export function suppressionReasonOf(
  store: MemoryStore,
  organizationId: string,
  email: string,
): SuppressionReason | null {
  return knownSuppression(store, organizationId, email)?.reason ?? null
}

export class MemorySuppressions extends Suppressions {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null> {
    return suppressionReasonOf(this.#store, organizationId, email)
  }

  override async find(organizationId: string, email: string): Promise<KnownSuppression | null> {
    return knownSuppression(this.#store, organizationId, email)
  }

  override async events(
    organizationId: string,
    email: string,
    most: number,
  ): Promise<readonly SuppressionEvent[]> {
    return suppressionEvents(this.#store, organizationId, email).slice(0, most)
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Suppression>> {
    const belongs = (one: Suppression) => one.organizationId === organizationId
    return pageById(this.#store.suppressions.values(), page, belongs, true)
  }
}

export const addressSlot = (organizationId: string, email: string): string => `${organizationId} ${email}`

/** Returns the suppression events of an address, newest first. */
export function suppressionEvents(
  store: MemoryStore,
  organizationId: string,
  email: string,
): readonly SuppressionEvent[] {
  return store.suppressionEvents.get(addressSlot(organizationId, email)) ?? []
}

/**
 * Returns the events of a suppressed address with a new reason added. Null if the latest event has the same
 * reason, so nothing is added.
 */
export function eventsWith(store: MemoryStore, entry: Suppression): readonly SuppressionEvent[] | null {
  const { organizationId, email, reason, createdAt } = entry
  const known = suppressionEvents(store, organizationId, email)
  const latest = known[0]?.kind ?? store.suppressionOf(organizationId, email)?.reason
  return latest === reason ? null : [{ kind: reason, at: createdAt }, ...known]
}
