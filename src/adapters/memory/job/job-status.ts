import { omitFields } from '../omit-fields.ts'
import type { MemoryStore, StoredJob } from '../store.ts'

/** Returns the first status of a job. A job of a paused spinner begins as paused. */
export function initialStatus(
  { spinners }: MemoryStore,
  spinnerId: string,
): Pick<StoredJob, 'status' | 'paused'> {
  const { pausedAt: at = null, pausedActorId: actorId = null } = spinners.get(spinnerId) ?? {}
  return at === null ? { status: 'queued' } : { status: 'paused', paused: { at, by: 'spinner', actorId } }
}

export function resumedJob(job: StoredJob): StoredJob {
  return omitFields(job, 'paused')
}

/** Returns whether a job is queued and its start time has come, so that it only needs a runtime. */
export function isQueued({ status, startsAt }: Pick<StoredJob, 'status' | 'startsAt'>, now: Date): boolean {
  return status === 'queued' && (startsAt === null || startsAt <= now)
}
