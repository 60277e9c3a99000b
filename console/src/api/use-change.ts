import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

interface ChangeOptions {
  /** The keys of the queries that are read again. Queries whose keys begin with one of them are read again too. */
  readonly reloads: readonly QueryKey[]
  /** Whether the caller shows an error itself. */
  readonly shown?: boolean
}

/**
 * Returns a mutation that changes something at the service, and then reads queries again. Reads them after a failure
 * too, because the change may have happened although its answer was lost.
 */
export function useChange<Answer, Input = void>(
  change: (input: Input) => Promise<Answer>,
  { reloads, shown = false }: ChangeOptions,
) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown },
    mutationFn: change,
    onSettled: () => Promise.all(reloads.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
