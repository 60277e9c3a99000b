import { Wakeups } from '../../ports/job/wakeups.ts'

/** For turns that are repeated until nothing is due, so nobody else has to be asked for them. */
export class UnaskedWakeups extends Wakeups {
  override async ask(): Promise<void> {}
}
