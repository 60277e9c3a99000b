import { SenderPauses, type UnreportedPause } from '../../../../ports/sender/pacing/sender-pauses.ts'
import type { MemoryStore } from '../../store.ts'
import { breakerSlot, pausesIn } from './sender-breakers.ts'

export class MemorySenderPauses extends SenderPauses {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async takeUntold(): Promise<readonly UnreportedPause[]> {
    const { breakers, organizations, users, spinners } = this.#store
    const untold: UnreportedPause[] = []
    for (const organizationId of organizations.keys()) {
      const owners = [...users.values()]
        .filter((user) => user.organizationId === organizationId && user.role === 'owner')
        .map(({ email }) => email)
      for (const pause of pausesIn(this.#store, organizationId)) {
        const slot = breakerSlot(pause.senderId, pause.spinnerId)
        const breaker = breakers.get(slot)
        if (breaker === undefined || breaker.isTold) continue
        breakers.set(slot, { ...breaker, isTold: true })
        untold.push({ ...pause, owners, spinnerName: spinners.get(pause.spinnerId)?.name ?? '' })
      }
    }
    return untold
  }
}
