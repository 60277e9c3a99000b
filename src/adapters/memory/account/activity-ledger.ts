import { ActivityLedger } from '../../../ports/account/activity-ledger.ts'

/** `MemoryActivityLedger` keeps no counters, because counting the few records in memory is fast. */
export class MemoryActivityLedger extends ActivityLedger {
  override async fold(): Promise<boolean> {
    return false
  }
}
