import { useEffect, useRef, useState } from 'react'
import { matchingIds, type RecordSearch } from '../../../api/table/record-search.ts'
import { showProblem } from '../../../components/problem/show-problem.tsx'

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

/** Holds the ids of the selected records of a list. */
export function useChosenRecords(dataTableId: string, asked: RecordSearch): ChosenRecords {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const [finding, setFinding] = useState<number | null>(null)
  const run = useRef<AbortController>(null)
  const stop = () => {
    run.current?.abort()
    run.current = null
    setFinding(null)
  }
  useEffect(() => () => run.current?.abort(), [])
  const findAll = async (signal: AbortSignal) => {
    try {
      const ids = await matchingIds(dataTableId, asked, setFinding, signal)
      if (signal.aborted) return
      setChosen(new Set(ids))
      setAll(true)
      stop()
    } catch (fault) {
      if (signal.aborted) return
      stop()
      showProblem(fault, 'Not all records were selected')
    }
  }
  return {
    ids: chosen,
    choose: (ids, isOn) => {
      const next = new Set(chosen)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      setChosen(next)
      setAll(false)
    },
    chooseAll: () => {
      stop()
      const own = new AbortController()
      run.current = own
      setFinding(0)
      void findAll(own.signal)
    },
    finding,
    isAll,
    clear: () => {
      stop()
      setChosen(new Set())
      setAll(false)
    },
  }
}
