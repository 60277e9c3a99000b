import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** A spinner over a data table, with its versions that run or may be started. */
export interface SpinnerInUse {
  readonly spinner: Spinner
  readonly versions: readonly SpinnerVersion[]
}

/**
 * Returns the spinners over a data table, locked, so that none is published or triggered until the
 * transaction ends.
 */
export async function spinnersOver(tx: Transaction, dataTableId: string): Promise<readonly SpinnerInUse[]> {
  const found: SpinnerInUse[] = []
  for (const spinner of await tx.spinners.lockOver(dataTableId))
    found.push({ spinner, versions: await tx.spinners.versionsInUse(spinner.id) })
  return found
}

/** Returns whether the spinners are unchanged since their templates were read. */
export function sameSpinners(before: readonly SpinnerInUse[], now: readonly SpinnerInUse[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
