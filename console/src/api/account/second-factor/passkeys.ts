import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../../client.ts'
import { useChange } from '../../use-change.ts'
import { profileQuery } from '../profile.ts'
import { providersQuery, useSignedIn } from '../session.ts'
import { askPasskey, withBrowser } from './ask-passkey.ts'
import { type Proof, provedBody } from './proof.ts'

/** The user's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/profile/passkeys'))).items,
})

/**
 * Returns the address under which passkeys work; null if the service offers none. `isHere` is true if the console is
 * open at this address, in a browser that has passkeys.
 */
export function usePasskeyOrigin() {
  const passkeys = useQuery(providersQuery).data?.passkeys ?? null
  if (passkeys === null) return null
  const isHere = passkeys.origin === window.location.origin && 'PublicKeyCredential' in window
  return { ...passkeys, isHere }
}

/** Adds a passkey. `isProved` says whether two-factor sign-in is on, so that the service needs a proof of it. */
export function useAddPasskey(isProved: boolean) {
  return useChange(
    async ({ name, ...proof }: Proof & { readonly name: string }) => {
      const body = isProved ? await provedBody(proof) : { password: proof.password }
      const { options } = await answerOf(api.POST('/api/v1/profile/passkeys/begin', { body }))
      const passkey = await withBrowser((library) => library.startRegistration({ optionsJSON: options }))
      return answerOf(api.POST('/api/v1/profile/passkeys', { body: { name, passkey } }))
    },
    { shown: true, reloads: [passkeysQuery.queryKey] },
  )
}

export function useRenamePasskey(passkeyId: string) {
  const client = useQueryClient()
  const path = { passkeyId }
  return useMutation({
    meta: { shown: true },
    mutationFn: (name: string) =>
      answerOf(api.PATCH('/api/v1/profile/passkeys/{passkeyId}', { ...atPath(path), body: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

/** Removes a passkey. `done` is called before the list is loaded again, which removes the row of the passkey. */
export function useRemovePasskey(passkeyId: string, done: () => void) {
  const client = useQueryClient()
  const path = { passkeyId }
  return useMutation({
    meta: { shown: true },
    mutationFn: async (proof: Proof) => {
      const body = await provedBody(proof)
      return answerOf(api.POST('/api/v1/profile/passkeys/{passkeyId}/remove', { ...atPath(path), body }))
    },
    onSuccess: () => {
      done()
      return Promise.all([
        client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
        client.invalidateQueries({ queryKey: profileQuery.queryKey }),
      ])
    },
  })
}

/** Signs in with a passkey alone. */
export function useSignInWithPasskey() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      const { options } = await answerOf(api.POST('/api/v1/auth/passkey/begin'))
      const passkey = await askPasskey(options)
      return answerOf(api.POST('/api/v1/auth/passkey/finish', { body: { passkey } }))
    },
    onSuccess: signedIn,
  })
}
