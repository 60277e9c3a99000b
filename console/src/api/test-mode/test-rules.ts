import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Edit, ifMatch, revisedAnswerOf } from '../client.ts'
import type { TestRules } from '../schema.ts'

export type MessageRule = TestRules['messages'][number]
export type CallRule = TestRules['calls'][number]
export type ReplyRule = TestRules['replies'][number]

/**
 * The rules of test mode, which decide the simulated answers of mail servers, webhook receivers and people.
 */
export const testRulesQuery = queryOptions({
  queryKey: ['test-rules'],
  queryFn: () => revisedAnswerOf(api.GET('/api/v1/test-clock/rules')),
})

export function useSetTestRules() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ changes: body, revision }: Edit<TestRules>) =>
      revisedAnswerOf(api.PUT('/api/v1/test-clock/rules', { params: ifMatch(revision), body })),
    onSuccess: (rules) => client.setQueryData(testRulesQuery.queryKey, () => rules),
  })
}
