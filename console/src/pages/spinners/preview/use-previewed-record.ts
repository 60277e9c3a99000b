import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Spinner } from '../../../api/schema.ts'
import { firstRecordsQuery } from '../../../api/spinner/spinners.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { usePreview } from './use-preview.ts'
import { useRecordThatReachesStep } from './use-record-that-reaches-step.ts'
import { useRecordsWithChosen } from './use-records-with-chosen.ts'

export type PreviewedRecord = ReturnType<typeof usePreviewedRecord>

/**
 * Previews the edited steps for one record. If the user has not chosen a record, chooses one that reaches the
 * edited step.
 */
export function usePreviewedRecord(spinner: Spinner, steps: readonly StepDraft[]) {
  const { id, dataTableId, triggerData } = spinner
  const loading = useQuery(firstRecordsQuery(dataTableId))
  const [chosen, setChosen] = useState<string>()
  const records = useRecordsWithChosen(dataTableId, loading.data, chosen)
  const recordId = records?.find((record) => record.id === chosen)?.id ?? records?.[0]?.id
  const preview = usePreview(id, records === undefined ? null : recordId, steps, triggerData)
  const [at, setAt] = useState<string | null>(
    () => stepsWithPlaces(steps).find(({ step }) => typeOf(step).sends)?.step.key ?? null,
  )
  const [isOwnChoice, setOwnChoice] = useState(false)
  const reachesNobody = useRecordThatReachesStep(id, isOwnChoice ? null : at, preview, setChosen)
  return {
    /** The query that loads the first records of the table. */
    loading,
    records: records ?? [],
    recordId,
    preview,
    /** Whether none of the first records of the table reaches the edited step. */
    reachesNobody,
    /** Previews the record that the user chose. */
    choose: (record: string) => {
      setOwnChoice(true)
      setChosen(record)
    },
    /**
     * Searches for a record that reaches the step that got the focus, in place of the record that the user
     * chose.
     */
    focusStep: (key: string | undefined) => {
      if (key === undefined || key === at) return
      setAt(key)
      setOwnChoice(false)
    },
  }
}
