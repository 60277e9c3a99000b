import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../../client.ts'
import { profileQuery } from '../profile.ts'
import { passkeysQuery } from './passkeys.ts'
import { type Proof, provedBody } from './proof.ts'

/**
 * Requests the secret for an authenticator app. Sign-ins do not change until a code confirms the set-up. `isProved`
 * says whether two-factor sign-in is on by passkeys, so that the service needs a proof of it.
 */
export function useBeginSecondFactor(isProved: boolean) {
  return useMutation({
    meta: { shown: true },
    mutationFn: async (proof: Proof) => {
      const body = isProved ? await provedBody(proof) : { password: proof.password }
      return answerOf(api.POST('/api/v1/profile/second-factor', { body }))
    },
  })
}

export function useConfirmSecondFactor() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (code: string) =>
      answerOf(api.POST('/api/v1/profile/second-factor/confirm', { body: { code } })),
  })
}

export function useReplaceRecoveryCodes() {
  return useMutation({
    meta: { shown: true },
    mutationFn: async (proof: Proof) =>
      answerOf(api.POST('/api/v1/profile/second-factor/recovery-codes', { body: await provedBody(proof) })),
  })
}

export function useTurnOffSecondFactor() {
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ keepPasskeys, ...proof }: Proof & { readonly keepPasskeys: boolean }) => {
      const body = { ...(await provedBody(proof)), keepPasskeys }
      return answerOf(api.POST('/api/v1/profile/second-factor/turn-off', { body }))
    },
  })
}

/** Returns a function that loads the profile again, after the user has seen the result of a change. */
export function useProfileAgain() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
      client.invalidateQueries({ queryKey: profileQuery.queryKey }),
    ])
}
