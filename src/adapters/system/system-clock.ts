import { Clock } from '../../ports/clock.ts'
import { momentOfScope } from './async-clock-scope.ts'

/**
 * `SystemClock` returns the time of the system, or of the scope in which work of a test organization runs.
 */
export class SystemClock extends Clock {
  override now(): Date {
    return momentOfScope() ?? this.realNow()
  }

  override realNow(): Date {
    return new Date()
  }
}
