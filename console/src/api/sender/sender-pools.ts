import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import type { Answer, Body } from '../typed-calls.ts'
import { useChange } from '../use-change.ts'
import { sendersQuery } from './senders.ts'

export type SenderPool = Answer<'/api/v1/sender-pools', 'GET'>['items'][number]
export type SenderPoolWords = Body<'/api/v1/sender-pools', 'POST'>

/** The pools with their senders. The key begins with the key of the senders, so each change of a sender reloads the pools. */
export const senderPoolsQuery = queryOptions({
  queryKey: [...sendersQuery.queryKey, 'pools'],
  queryFn: () => answerOf(api.GET('/api/v1/sender-pools')),
})

/** Runs a change of pools, then reloads the pools and the senders. */
function usePools<Variables, Data>(work: (variables: Variables) => Promise<Data>, shown = true) {
  return useChange(work, { shown, reloads: [sendersQuery.queryKey] })
}

export const useCreateSenderPool = () =>
  usePools((body: SenderPoolWords) => answerOf(api.POST('/api/v1/sender-pools', { body })))

export const useChangeSenderPool = (poolId: string) =>
  usePools(({ changes: body, revision }: Edit<SenderPoolWords>) =>
    answerOf(api.PATCH('/api/v1/sender-pools/{poolId}', { ...atRevision({ poolId }, revision), body })),
  )

export const useDeleteSenderPool = (poolId: string) =>
  usePools(() => answerOf(api.DELETE('/api/v1/sender-pools/{poolId}', atPath({ poolId }))), false)
