import { Clock } from '../../ports/clock.ts'

export class SystemClock extends Clock {
  override now(): Date {
    return new Date()
  }
}
