import type { Departure } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/departures.ts'

/** From memory nothing is moved. */
export class MemoryDepartures extends Departures {
  override async ofCredential(): Promise<Departure | null> {
    return null
  }

  override async ofOrganization(): Promise<Departure | null> {
    return null
  }
}
