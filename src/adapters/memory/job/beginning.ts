import type { MemoryStore, StoredJob } from '../store.ts'
import { without } from '../without.ts'

/** Returns the first status of a job. A job of a paused spinner begins as paused. */
export function beginning(
  { spinners }: MemoryStore,
  spinnerId: string,
): Pick<StoredJob, 'status' | 'paused'> {
  const { pausedAt: at = null, pausedUserId: userId = null } = spinners.get(spinnerId) ?? {}
  return at === null ? { status: 'queued' } : { status: 'paused', paused: { at, by: 'spinner', userId } }
}

export function unpaused(job: StoredJob): StoredJob {
  return without(job, 'paused')
}

/** Returns whether a job is queued and its start time has come, so that it only needs a runtime. */
export function isQueued({ status, startsAt }: Pick<StoredJob, 'status' | 'startsAt'>, now: Date): boolean {
  return status === 'queued' && (startsAt === null || startsAt <= now)
}
