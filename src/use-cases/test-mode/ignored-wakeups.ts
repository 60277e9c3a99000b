import { Wakeups } from '../../ports/job/wakeups.ts'

/**
 * Wake-ups that do nothing. `RunTestClock` repeats turns until nothing is due, so no queue entry is needed.
 */
export class IgnoredWakeups extends Wakeups {
  override async ask(): Promise<void> {}
}
