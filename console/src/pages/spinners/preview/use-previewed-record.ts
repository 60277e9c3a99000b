import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Spinner, TableRecord } from '../../../api/schema.ts'
import { firstRecordsQuery } from '../../../api/spinner/spinners.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import { outcomesOf } from './outcomes.ts'
import { usePreview } from './use-preview.ts'
import { useRecordThatReachesStep } from './use-record-that-reaches-step.ts'
import { useRecordsWithChosen } from './use-records-with-chosen.ts'

export type PreviewedRecord = ReturnType<typeof usePreviewedRecord>['previewed']

const noRecords: readonly TableRecord[] = []

/**
 * Previews the edited steps for one record. If the user has not chosen a record since a step was opened, chooses one
 * that reaches the open step.
 */
export function usePreviewedRecord(
  spinner: Spinner,
  /** The steps without the changes of the last moments, and whether they have changed since. */
  steps: readonly StepDraft[],
  isOutdated: boolean,
  openKey: string,
) {
  const { id, dataTableId, triggerData } = spinner
  const loading = useQuery(firstRecordsQuery(dataTableId))
  const [chosen, setChosen] = useState<string>()
  const records = useRecordsWithChosen(dataTableId, loading.data, chosen)
  const recordId = records?.find((record) => record.id === chosen)?.id ?? records?.[0]?.id
  const preview = usePreview(id, records === undefined ? null : recordId, steps, isOutdated, triggerData)
  /** The step that was open when the user chose the record; null if the user chose none. */
  const [chosenAt, setChosenAt] = useState<string | null>(null)
  const wanted = chosenAt === openKey ? null : openKey
  const reachesNobody = useRecordThatReachesStep(id, wanted, preview, setChosen)
  const choose = useCallback(
    (record: string) => {
      setChosenAt(openKey)
      setChosen(record)
    },
    [openKey],
  )
  const outcomes = useMemo(() => outcomesOf(steps, preview), [steps, preview])
  const shown = records ?? noRecords
  return {
    /** The query that loads the first records of the table. */
    loading,
    /** The record and its preview. It stays the same object while the user types. */
    previewed: useMemo(
      () => ({
        records: shown,
        recordId,
        preview,
        outcomes,
        /** Whether none of the first records of the table reaches the open step. */
        reachesNobody,
        /** Previews the record that the user chose. */
        choose,
      }),
      [shown, recordId, preview, outcomes, reachesNobody, choose],
    ),
  }
}
