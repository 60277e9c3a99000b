import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreDeleted } from '../../api/table/bin.ts'
import { t } from '../../languages/text.ts'
import { showProblem } from '../problem/show-problem.tsx'
import { showDone } from '../show-done.ts'
import { offerUndo } from './offer-undo.tsx'

interface Deleted {
  readonly kind: 'dataTable' | 'spinner'
  readonly id: string
  readonly name: string
}

/** Returns a function that says that a data table or spinner was deleted, and offers to restore it from the bin. */
export function useRestoreOffer(): (deleted: Deleted) => void {
  const client = useQueryClient()
  const restore = useMutation({
    meta: { shown: true },
    mutationFn: ({ kind, id }: Deleted) => restoreDeleted(kind, id),
    onSuccess: (_, { name }) => {
      showDone(t('{name} is restored', { name }), 'undo')
      return client.invalidateQueries()
    },
    onError: (fault, { name }) => showProblem(fault, t('{name} could not be restored', { name })),
  })
  return (deleted) =>
    offerUndo({
      id: `deleted-${deleted.id}`,
      autoClose: 15_000,
      role: 'status',
      text: t('{name} is in the bin.', { name: deleted.name }),
      onUndo: () => restore.mutate(deleted),
    })
}
