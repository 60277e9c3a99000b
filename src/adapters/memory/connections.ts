import { Connections, type ConnectionUse } from '../../ports/connections.ts'

export class MemoryConnections extends Connections {
  override use(): ConnectionUse | null {
    return null
  }

  override async ofFormerVersion(): Promise<number> {
    return 0
  }
}
