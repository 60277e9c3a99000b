import { Connections, type ConnectionUse } from '../../ports/connections.ts'

export class MemoryConnections extends Connections {
  override use(): ConnectionUse | null {
    return null
  }
}
