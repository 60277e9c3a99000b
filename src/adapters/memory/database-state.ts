import { type ConnectionUse, DatabaseState } from '../../ports/database-state.ts'

export class MemoryDatabaseState extends DatabaseState {
  override connectionUse(): ConnectionUse | null {
    return null
  }

  override async missing(): Promise<string | null> {
    return null
  }
}
