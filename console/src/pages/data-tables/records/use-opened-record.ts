import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { TableRecord } from '../../../api/schema.ts'

export interface OpenedRecord {
  /** The opened record; null if none is open or the list no longer contains it. */
  readonly record: TableRecord | null
  /** Whether the opened record is shown beside the grid, instead of over it. */
  readonly isBeside: boolean
  readonly open: (record: TableRecord) => void
  /**
   * Called with the record of the active cell after a click (`isMeant` is true) or after a move by keyboard
   * (false). A move does not open a record if none is open.
   */
  readonly look: (record: TableRecord | undefined, isMeant: boolean) => void
  readonly close: () => void
}

/** Holds the record whose details are shown: beside the grid after a click, otherwise over the grid. */
export function useOpenedRecord(records: readonly TableRecord[]): OpenedRecord {
  const [opened, setOpened] = useState<{ readonly id: string; readonly isBeside: boolean } | null>(null)
  // Shows the opened record over the grid on narrow screens, instead of beside it.
  const hasSpace = useMediaQuery('(min-width: 75em)')
  return {
    record: records.find(({ id }) => id === opened?.id) ?? null,
    isBeside: opened?.isBeside === true && hasSpace,
    open: ({ id }) => setOpened({ id, isBeside: false }),
    look: (record, isMeant) => {
      // Ignores a move to another record while the opened record covers the grid.
      if (record === undefined || opened?.isBeside === false) return
      if (isMeant || opened !== null) setOpened({ id: record.id, isBeside: true })
    },
    close: () => setOpened(null),
  }
}
