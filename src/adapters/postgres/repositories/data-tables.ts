import type { DataTable } from '../../../domain/table/data-table.ts'
import type { DataTableStore } from '../../../ports/unit-of-work.ts'
import { DataTableRow, type Session, within } from '../rows.ts'

export class DataTableRepository implements DataTableStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(table: DataTable): Promise<void> {
    await within(this.#session, DataTableRow).insert({ ...table, columns: [...table.columns] })
  }
}
