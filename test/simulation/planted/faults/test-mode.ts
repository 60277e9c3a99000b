import { PostgresRecordAppender } from '../../../../src/adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { SystemClock } from '../../../../src/adapters/system/system-clock.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { RecordAppender } from '../../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../../src/ports/clock.ts'

/** A planted fault: the real time is the time on the test clock. */
class OwnTime extends SystemClock {
  readonly #clock: Clock

  constructor(clock: Clock) {
    super()
    this.#clock = clock
  }

  override now(): Date {
    return this.#clock.now()
  }

  override realNow(): Date {
    return this.#clock.now()
  }
}

/** The binding of a planted fault by which an advance of the test clock refills the meter of records. */
export const meterByTestClock: readonly Binding[] = [
  provideMade(
    RecordAppender,
    (database: Database, clock: Clock) => new PostgresRecordAppender(database, new OwnTime(clock)),
    Database,
    Clock,
  ),
]
