import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'

/** Triggers a spinner for the records of a segment, which are decided at once or when the job takes them. */
export const triggerSegment = operation({
  name: 'trigger for a segment',
  weight: 4,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    decide: random.pick([null, null, 'atStart', 'now']),
    /** The segment that the trigger excludes; null for none. */
    excluded: random.chance(0.3) ? random.below(6) : null,
    /** The hours from the trigger until the job starts; 0 to start at once. */
    delay: random.pick([0, 0, 0, 2]),
    /** The number of requests with one idempotency key; 0 for one request without a key. */
    repeats: random.pick([0, 0, 1, 2]),
  }),
  run: async (simulation, { spinner: number, segment: of, decide, excluded, delay, repeats }) => {
    const { model, clock } = simulation
    const spinner = named(model.spinners, number)
    const segments = model.segments.filter(({ table }) => table === spinner?.table)
    const segment = named(segments, of)
    if (spinner === null || segment === null) return
    const scheduledAt = delay === 0 ? null : new Date(clock.now().getTime() + delay * 3_600_000)
    const key = repeats === 0 ? null : `trigger-${model.nextTrigger()}`
    const audience = { kind: 'segment', segmentId: segment.id } as const
    const excludes = excluded === null ? [] : [named(segments, excluded)?.id ?? segment.id]
    const moment = decide === 'now' || decide === 'atStart' ? decide : null
    for (let sent = 0; sent < Math.max(repeats, 1); sent++)
      await startJob(simulation, spinner, { audience, scheduledAt, key, decide: moment, excludes })
  },
})
