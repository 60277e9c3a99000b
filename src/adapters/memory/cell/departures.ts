import type { Departure } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/organization-moves.ts'

/** `MemoryDepartures` has no departures, because an organization in memory cannot move to another cell. */
export class MemoryDepartures extends Departures {
  override async ofCredential(): Promise<Departure | null> {
    return null
  }

  override async ofOrganization(): Promise<Departure | null> {
    return null
  }
}
