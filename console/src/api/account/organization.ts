import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { SignedIn } from '../schema.ts'
import type { Body } from '../typed-calls.ts'
import { type Proof, provedBody } from './second-factor/proof.ts'
import { sessionQuery } from './session.ts'

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => answerOf(api.GET('/api/v1/organization')),
})

type OrganizationChanges = Body<'/api/v1/organization', 'PATCH'>

/** Shows the organization that the API returned after a change, everywhere in the console. */
function showOrganization(client: QueryClient, organization: SignedIn['organization']): void {
  client.setQueryData(organizationQuery.queryKey, () => organization)
  client.setQueryData(sessionQuery.queryKey, (person) =>
    person == null ? person : { ...person, organization },
  )
}

export function useChangeOrganization() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: OrganizationChanges) => answerOf(api.PATCH('/api/v1/organization', { body })),
    onSuccess: (organization) => showOrganization(client, organization),
  })
}

interface DeletionRequest extends Proof {
  /** The typed name of the organization. */
  readonly name: string
  /** Whether the owner has turned on two-factor sign-in, so that a code or a passkey is needed. */
  readonly needsCode: boolean
}

export function useRequestDeletion() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ name, needsCode, ...typed }: DeletionRequest) => {
      const proof = needsCode ? await provedBody(typed) : { password: typed.password }
      return answerOf(api.POST('/api/v1/organization/deletion', { body: { name, ...proof } }))
    },
    onSuccess: (organization) => {
      showOrganization(client, organization)
      return client.invalidateQueries()
    },
  })
}

export function useUndoDeletion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/organization/deletion')),
    onSuccess: (organization) => {
      showOrganization(client, organization)
      return client.invalidateQueries()
    },
  })
}

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => answerOf(api.GET('/api/v1/plans')),
})

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => answerOf(api.GET('/api/v1/usage')),
})

export const webhookSecretQuery = queryOptions({
  queryKey: ['webhook-secret'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/webhook-secret')),
})

export function useChangePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => answerOf(api.PUT('/api/v1/organization/plan', { body: { planId } })),
    onSuccess: (organization) => {
      showOrganization(client, organization)
      return client.invalidateQueries({ queryKey: usageQuery.queryKey })
    },
  })
}

export function useRotateWebhookSecret() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (graceSeconds: number) =>
      answerOf(api.POST('/api/v1/organization/webhook-secret/rotate', { body: { graceSeconds } })),
    onSuccess: (secret) => client.setQueryData(webhookSecretQuery.queryKey, () => secret),
    // Reads the secret again, because it may be a new one although the answer was lost.
    onError: () => client.invalidateQueries({ queryKey: webhookSecretQuery.queryKey }),
  })
}
