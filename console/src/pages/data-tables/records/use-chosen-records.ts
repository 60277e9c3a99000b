import { useEffect, useState } from 'react'
import { matchingIds, type RecordSearch } from '../../../api/table/record-search.ts'
import { showProblem } from '../../../components/problem/show-problem.tsx'
import { t } from '../../../languages/text.ts'

export interface ChosenRecords {
  readonly ids: ReadonlySet<string>
  readonly choose: (ids: readonly string[], isOn: boolean) => void
  /** Selects all records that match the search of the list, even those that are not loaded. */
  readonly chooseAll: () => void
  /** The number of records that `chooseAll` has found so far; null while it does not run. */
  readonly finding: number | null
  /** Whether the selection has all records that match, as they were when `chooseAll` ended. */
  readonly isAll: boolean
  readonly clear: () => void
}

/**
 * Holds the ids of the selected records of a list. Another search clears the selection; otherwise its actions would
 * change records that the list does not show.
 */
export function useChosenRecords(dataTableId: string, requested: RecordSearch): ChosenRecords {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const [found, setFound] = useState(0)
  const [run, setRun] = useState<AbortController | null>(null)
  // Aborts a run that is stopped or replaced, and when the page is left, or hidden after the end of the session.
  useEffect(() => () => run?.abort(), [run])
  const clear = () => {
    setRun(null)
    setChosen(new Set())
    setAll(false)
  }
  const key = JSON.stringify(requested)
  const [heldFor, setHeldFor] = useState(key)
  if (heldFor !== key) {
    setHeldFor(key)
    clear()
  }
  const findAll = async (own: AbortController) => {
    const { signal } = own
    try {
      const ids = await matchingIds(dataTableId, requested, setFound, signal)
      if (!signal.aborted) {
        setChosen(new Set(ids))
        setAll(true)
      }
    } catch (fault) {
      if (!signal.aborted) showProblem(fault, t('Not all records were selected'))
    }
    setRun((latest) => (latest === own ? null : latest))
  }
  return {
    ids: chosen,
    choose: (ids, isOn) => {
      const next = new Set(chosen)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      // Stops a running selection of all records, which would replace this choice.
      setRun(null)
      setChosen(next)
      setAll(false)
    },
    chooseAll: () => {
      const own = new AbortController()
      setRun(own)
      setFound(0)
      void findAll(own)
    },
    finding: run === null ? null : found,
    isAll,
    clear,
  }
}
