import type { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import {
  type Admission,
  type Arrival,
  RecordAppender,
} from '../../../../src/ports/arrival/record-appender.ts'

/**
 * A test double: `PassingAppender` passes all calls on to another appender, but knows no cached schema of a table.
 * Tests override the calls that should behave differently.
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

  override cachedSchema() {
    return null
  }

  override factsOf(arrival: Arrival) {
    return this.#appender.factsOf(arrival)
  }

  override append(arrival: Arrival, tableSchema: TableSchema) {
    return this.#appender.append(arrival, tableSchema)
  }

  override admit(admission: Admission, tableSchema: TableSchema) {
    return this.#appender.admit(admission, tableSchema)
  }
}
