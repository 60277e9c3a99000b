import { DomainRecords } from '../../../src/ports/sender/domain-records.ts'

/** A simulated DNS resolver that never answers, so that checks of sender domains have no result in a run. */
export class SilentDomainRecords extends DomainRecords {
  override async texts(): Promise<null> {
    return null
  }
}
