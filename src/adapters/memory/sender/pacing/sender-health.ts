import type { NoticeRange } from '../../../../domain/account/notice-range.ts'
import { allowanceOn, usedToday } from '../../../../domain/job/sending/sending-time.ts'
import { localDay } from '../../../../domain/local-time.ts'
import {
  type HealthNote,
  type RestingSender,
  SenderHealth,
  type SenderHealthView,
  type UndeliveredMessage,
  type UnreportedPause,
} from '../../../../ports/sender/pacing/sender-health.ts'
import type { MemoryStore } from '../../store.ts'
import { breakerSlot, giveBack, lastDayOf, letRest, noteHealth, pausesIn } from './sender-breakers.ts'

export class MemorySenderHealth extends SenderHealth {
  readonly #store: MemoryStore
  /** Whether a caller informs owners of a pause at the moment. */
  #isInforming = false

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async note(note: HealthNote): Promise<boolean> {
    return noteHealth(this.#store, note)
  }

  override async giveBack(message: UndeliveredMessage): Promise<void> {
    giveBack(this.#store, message)
  }

  override async rest({ senderId, at, code }: RestingSender): Promise<void> {
    letRest(this.#store, senderId, { at, code, scope: 'server', seconds: null })
  }

  override async of(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>> {
    const health = new Map<string, SenderHealthView>()
    for (const id of senderIds) {
      const sender = this.#store.senders.get(id)
      if (sender?.organizationId !== organizationId) continue
      const today = localDay(at, sender.timeZone)
      const budget = this.#store.senderBudgets.get(id)
      health.set(id, {
        usedToday: budget === undefined ? 0 : usedToday(budget, sender, at).used,
        allowedToday: allowanceOn(sender, today),
        nextAt: budget?.nextAt ?? null,
        rest: restOf(this.#store, id, at),
        day: lastDayOf(this.#store, id, at),
        pauses: pausesIn(this.#store, organizationId)
          .filter(({ senderId }) => senderId === id)
          .map((pause) => ({
            ...pause,
            spinnerName: this.#store.spinners.get(pause.spinnerId)?.name ?? null,
          })),
      })
    }
    return health
  }

  override async informOfPause(
    { since, after }: NoticeRange<UnreportedPause>,
    inform: (pause: UnreportedPause) => Promise<boolean>,
  ): Promise<UnreportedPause | null> {
    const from = after === null ? { at: since, senderId: '', spinnerId: '' } : after
    const [pause = null] = this.#untold()
      .filter((one) => comparePauses(one, from) > 0)
      .toSorted(comparePauses)
    if (pause === null || this.#isInforming) return null
    this.#isInforming = true
    try {
      if (await inform(pause)) {
        const slot = breakerSlot(pause.senderId, pause.spinnerId)
        const breaker = this.#store.breakers.get(slot)
        if (breaker?.pausedAt?.getTime() === pause.at.getTime())
          this.#store.breakers.set(slot, { ...breaker, isTold: true })
      }
      return pause
    } finally {
      this.#isInforming = false
    }
  }

  #untold(): UnreportedPause[] {
    const { breakers, organizations, users, spinners } = this.#store
    return [...organizations.keys()].flatMap((organizationId) => {
      const owners = [...users.values()]
        .filter((user) => user.organizationId === organizationId && user.role === 'owner')
        .map(({ email }) => email)
      return pausesIn(this.#store, organizationId)
        .filter(({ senderId, spinnerId }) => breakers.get(breakerSlot(senderId, spinnerId))?.isTold === false)
        .map((pause) => ({ ...pause, owners, spinnerName: spinners.get(pause.spinnerId)?.name ?? '' }))
    })
  }
}

type PlaceOfPause = Pick<UnreportedPause, 'at' | 'senderId' | 'spinnerId'>

function comparePauses(one: PlaceOfPause, other: PlaceOfPause): number {
  const key = ({ at, senderId, spinnerId }: PlaceOfPause) => `${at.toISOString()} ${senderId} ${spinnerId}`
  return key(one) < key(other) ? -1 : Number(key(one) > key(other))
}

function restOf(store: MemoryStore, senderId: string, at: Date): SenderHealthView['rest'] {
  const rest = store.senderRests.get(senderId)
  return rest === undefined || rest.until <= at ? null : { until: rest.until, code: rest.code }
}
