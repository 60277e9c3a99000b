import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'

/** The DNS records found for the domain from which a sender writes. */
export const domainQuery = (senderId: string) =>
  queryOptions({
    queryKey: ['senders', senderId, 'domain'],
    queryFn: () => answerOf(api.GET('/api/v1/senders/{senderId}/domain', atPath({ senderId }))),
  })

export function useCheckDomain(senderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/senders/{senderId}/domain/check', atPath({ senderId }))),
    onSuccess: (verdict) => client.setQueryData(domainQuery(senderId).queryKey, () => verdict),
  })
}
