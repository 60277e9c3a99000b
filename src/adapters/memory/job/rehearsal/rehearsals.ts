import type { EarlierAnswer } from '../../../../domain/idempotency.ts'
import {
  type DryRun,
  longestRehearsalSilenceSeconds,
  mostRehearsals,
  type RehearsalResult,
  type RehearsalView,
  rehearsalKeptSeconds,
} from '../../../../domain/job/rehearsal/rehearsal.ts'
import type { EarlierRehearsal } from '../../../../domain/job/rehearsal/rehearsal-match.ts'
import { type DryRunKey, type NewRehearsal, Rehearsals } from '../../../../ports/job/rehearsal/rehearsals.ts'
import type { MemoryStore } from '../../store.ts'

const earlier = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000)

export class MemoryRehearsals extends Rehearsals {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async begin(rehearsal: NewRehearsal): Promise<boolean> {
    const { rehearsals } = this.#store
    const { id, organizationId, spinnerId, at, supersedes } = rehearsal
    for (const [old, one] of rehearsals) {
      if (one.organizationId !== organizationId) continue
      if (one.at < earlier(at, rehearsalKeptSeconds)) rehearsals.delete(old)
      else if (supersedes && one.supersedes && one.spinnerId === spinnerId && one.state === 'running')
        rehearsals.set(old, { ...one, state: 'superseded' })
    }
    const silentSince = earlier(at, longestRehearsalSilenceSeconds)
    const going = [...rehearsals.values()].filter(
      (one) => one.organizationId === organizationId && one.state === 'running' && one.seenAt > silentSince,
    )
    if (going.length >= mostRehearsals) return false
    const nothing = { done: 0, result: null, error: null, expiresAt: null, jobId: null }
    rehearsals.set(id, { ...rehearsal, ...nothing, state: 'running', seenAt: at })
    return true
  }

  override async progress(id: string, done: number, at: Date): Promise<boolean> {
    return this.#change(id, { done, seenAt: at })
  }

  override async finish(id: string, result: RehearsalResult, at: Date, expiresAt: Date): Promise<void> {
    const { eligible: done } = result.audience
    this.#change(id, { state: 'done', done, result, seenAt: at, expiresAt })
  }

  override async fail(id: string, error: string, at: Date): Promise<void> {
    this.#change(id, { state: 'failed', error, seenAt: at })
  }

  override async find(organizationId: string, id: string, now: Date): Promise<RehearsalView | null> {
    const one = this.#store.owned(this.#store.rehearsals, organizationId, id)
    if (one === null) return null
    const { spinnerId, done, of, result, error, expiresAt, at: createdAt } = one
    const isLost = one.state === 'running' && one.seenAt < earlier(now, longestRehearsalSilenceSeconds)
    const state = isLost ? 'interrupted' : one.state
    return { id: one.id, spinnerId, state, progress: { done, of }, result, error, expiresAt, createdAt }
  }

  override async rehearsed(
    organizationId: string,
    id: string,
    trigger: string,
  ): Promise<EarlierRehearsal | null> {
    const one = this.#store.owned(this.#store.rehearsals, organizationId, id)
    if (one?.state !== 'done' || one.result === null || one.expiresAt === null) return null
    const { spinnerId, version, expiresAt, jobId } = one
    return { spinnerId, version, isSameTrigger: one.trigger === trigger, size: one.of, expiresAt, jobId }
  }

  override async keepAnswer(key: DryRunKey, dryRun: DryRun, at: Date): Promise<boolean> {
    const slot = slotOf(key)
    if (!this.#store.rehearsals.has(dryRun.rehearsal) || this.#store.idempotencyKeys.has(slot)) return false
    const { fingerprint } = key.idempotency
    this.#store.idempotencyKeys.set(slot, { fingerprint, answer: { dryRun }, at })
    return true
  }

  override async earlierAnswer(key: DryRunKey): Promise<EarlierAnswer<DryRun | null> | null> {
    const stored = this.#store.earlierAnswer<{ readonly dryRun?: DryRun }>(slotOf(key))
    return stored && { ...stored, answer: stored.answer.dryRun ?? null }
  }

  override async forget(before: Date): Promise<boolean> {
    const old = [...this.#store.rehearsals.values()].filter(({ at }) => at < before)
    for (const { id } of old) this.#store.rehearsals.delete(id)
    return old.length > 0
  }

  #change(id: string, change: object): boolean {
    const one = this.#store.rehearsals.get(id)
    if (one?.state !== 'running') return false
    this.#store.rehearsals.set(id, { ...one, ...change })
    return true
  }
}

function slotOf({ organizationId, spinnerId, idempotency: { key } }: DryRunKey): string {
  return [organizationId, `trigger:${spinnerId}`, key].join(' ')
}
