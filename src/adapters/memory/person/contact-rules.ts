import type { Verdict } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import { ContactRules, type Newcomer } from '../../../ports/person/contact-rules.ts'
import type { MemoryStore } from '../store.ts'
import { verdictAt } from './contacts.ts'

export class MemoryContactRules extends ContactRules {
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(store: MemoryStore, clock: Clock, ids: Ids) {
    super()
    this.#store = store
    this.#clock = clock
    this.#ids = ids
  }

  override async verdictOn(
    organizationId: string,
    address: string,
    newcomer: Newcomer,
  ): Promise<Verdict | null> {
    const asker = { ...newcomer, rootJobId: this.#ids.next(), recordId: '0' }
    return verdictAt(this.#store, { organizationId, address, asker, now: this.#clock.now() })
  }
}
