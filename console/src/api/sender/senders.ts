import { queryOptions, useMutation } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import type { Sender } from '../schema.ts'
import type { Answer, Body } from '../typed-calls.ts'
import { useChange } from '../use-change.ts'

/**
 * The IMAP account in which replies to an SMTP sender arrive. Without a user name, the user of the SMTP
 * account is used.
 */
export type ImapAccount = NonNullable<Sender['imap']>

type SendersPage = Pick<Answer<'/api/v1/senders', 'GET'>, 'items' | 'offered'>
export type NewSender = Body<'/api/v1/senders', 'POST'>
export type SenderChanges = Body<'/api/v1/senders/{senderId}', 'PATCH'>

/**
 * The page size for listing senders, above the number that an organization can have, so that one page holds
 * all.
 */
const all = 200

export const sendersQuery = queryOptions({
  queryKey: ['senders'],
  queryFn: () => answerOf(api.GET('/api/v1/senders', { params: { query: { limit: all } } })),
})

/**
 * Returns true if e-mails leave the service: by its own mail server, or by a connected sender. Otherwise each
 * e-mail is captured or refused.
 */
export function sendsMail({ items, offered }: SendersPage): boolean {
  return offered.includes('deployment') || items.some(({ status }) => status === 'connected')
}

/** Runs a change of senders, then reloads the list of senders. */
function useSenders<Variables, Data>(work: (variables: Variables) => Promise<Data>, shown = true) {
  return useChange(work, { shown, reloads: [sendersQuery.queryKey] })
}

export const useCreateSender = () =>
  useSenders((body: NewSender) => answerOf(api.POST('/api/v1/senders', { body })))

export const useChangeSender = (senderId: string) =>
  useSenders(({ changes: body, revision }: Edit<SenderChanges>) =>
    answerOf(api.PATCH('/api/v1/senders/{senderId}', { ...atRevision({ senderId }, revision), body })),
  )

export const usePauseSender = (senderId: string) =>
  useSenders(() => answerOf(api.POST('/api/v1/senders/{senderId}/pause', atPath({ senderId }))), false)

export const useResumeSender = (senderId: string) =>
  useSenders(() => answerOf(api.POST('/api/v1/senders/{senderId}/resume', atPath({ senderId }))), false)

/** Resumes a sender for one spinner, after the service paused it for that spinner only. */
export const useResumeSenderFor = (senderId: string, spinnerId: string) =>
  useSenders(
    () =>
      answerOf(
        api.POST('/api/v1/senders/{senderId}/resume', {
          ...atPath({ senderId }),
          body: { spinnerId },
        }),
      ),
    false,
  )

export const useDisconnectSender = (senderId: string) =>
  useSenders(() => answerOf(api.DELETE('/api/v1/senders/{senderId}', atPath({ senderId }))), false)

/** Opens the consent page of a mail provider in place of the console. */
export const useConnect = () =>
  useMutation({
    mutationFn: (kind: 'google' | 'microsoft') =>
      answerOf(api.POST('/api/v1/senders/{kind}/connect', atPath({ kind }))),
    onSuccess: ({ url }) => window.location.assign(url),
  })
