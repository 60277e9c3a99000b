import { DomainRecords } from '../../../ports/sender/domain-records.ts'

/** What a test writes into it; nothing of anything else. */
export class MemoryDomainRecords extends DomainRecords {
  /** By name; null for a name about which DNS does not answer. */
  readonly known = new Map<string, readonly string[] | null>()

  override async texts(name: string): Promise<readonly string[] | null> {
    const texts = this.known.get(name)
    return texts === undefined ? [] : texts
  }
}
