import { v7 } from 'uuid'
import { Ids } from '../../ports/ids.ts'

export class UuidIds extends Ids {
  override next(): string {
    return v7()
  }
}
