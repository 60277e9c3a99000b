import { DomainRecords } from '../../../src/ports/sender/domain-records.ts'

/** A DNS server that never answers. */
export class SilentDomainRecords extends DomainRecords {
  override async texts(): Promise<null> {
    return null
  }
}
