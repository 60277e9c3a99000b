import type { TableShape } from '../../../../src/domain/table/table-shape.ts'
import {
  type Admission,
  type Arrival,
  RecordAppender,
} from '../../../../src/ports/arrival/record-appender.ts'

/**
 * A test double: `PassingAppender` passes all calls on to another appender, but knows no cached shape of a table. Tests
 * override the calls that should behave differently.
 */
export class PassingAppender extends RecordAppender {
  readonly #appender: RecordAppender

  constructor(appender: RecordAppender) {
    super()
    this.#appender = appender
  }

  override cachedTable(arrival: Arrival) {
    return this.#appender.cachedTable(arrival)
  }

  override cachedShape() {
    return null
  }

  override factsOf(arrival: Arrival) {
    return this.#appender.factsOf(arrival)
  }

  override append(arrival: Arrival, shape: TableShape) {
    return this.#appender.append(arrival, shape)
  }

  override admit(admission: Admission, shape: TableShape) {
    return this.#appender.admit(admission, shape)
  }
}
