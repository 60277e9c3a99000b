import { answerOf, api } from '../../client.ts'
import { askPasskey } from './ask-passkey.ts'

/** The password of the signed-in user, and a code of their second factor; without a code a passkey is asked. */
export interface Proof {
  readonly password: string
  readonly code?: string
}

/** Returns the body of a request that needs a proof. Asks a passkey if the user has typed no code. */
export async function provedBody({ password, code = '' }: Proof) {
  return { password, ...(await proofBody(code)) }
}

/** Returns the proof of the second factor in a request: the code that the user has typed, or else a passkey. */
export async function proofBody(code: string) {
  if (code.trim() !== '') return { code }
  const { options } = await answerOf(api.POST('/api/v1/profile/passkeys/challenge'))
  return { passkey: await askPasskey(options) }
}
