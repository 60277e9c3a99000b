import { useNavigate } from '@tanstack/react-router'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { useCreateSpinner } from '../../../api/spinner/spinners.ts'
import { metadataColumnsOf } from '../steps/fields/template-text.ts'
import { firstStep } from '../steps/first-step.ts'
import { useMailWords } from '../steps/mail-words.ts'

/** Creates a spinner with one e-mail step over a data table, and opens it. */
export function useNewSpinner() {
  const navigate = useNavigate()
  const words = useMailWords()
  const { mutate, isPending, error } = useCreateSpinner()
  const create = (
    { id: dataTableId, projectId, columns }: DataTable,
    name: string,
    {
      starts = { on: 'call' },
      audience,
      onError,
    }: {
      readonly starts?: Spinner['starts'] | undefined
      readonly audience?: Spinner['audience']
      readonly onError?: (error: Error) => void
    } = {},
  ) =>
    mutate(
      {
        projectId,
        dataTableId,
        name,
        starts,
        ...(audience !== undefined && { audience }),
        steps: [firstStep(metadataColumnsOf(columns), words)],
      },
      {
        onSuccess: ({ id }) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } }),
        ...(onError && { onError }),
      },
    )
  return { create, isPending, error }
}
