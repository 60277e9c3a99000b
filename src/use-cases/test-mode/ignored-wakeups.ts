import { Wakeups } from '../../ports/job/wakeups.ts'

/**
 * A `Wakeups` for test organizations that queues nothing. `RunTestClock` repeats turns until nothing is due,
 * so no queue entry is needed.
 */
export class IgnoredWakeups extends Wakeups {
  override async ask(): Promise<void> {}
}
