import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { profileQuery } from './profile.ts'

interface Proof {
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly code: string
}

/** Requests the secret for an authenticator app. Sign-ins do not change until a code confirms the set-up. */
export function useBeginSecondFactor() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (password: string) =>
      answerOf(api.POST('/api/v1/profile/second-factor', { body: { password } })),
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
    mutationFn: (body: Proof) => answerOf(api.POST('/api/v1/profile/second-factor/recovery-codes', { body })),
  })
}

export function useTurnOffSecondFactor() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: Proof) => answerOf(api.POST('/api/v1/profile/second-factor/turn-off', { body })),
  })
}

/** Returns a function that loads the profile again, after the user has seen the result of a change. */
export function useProfileAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
