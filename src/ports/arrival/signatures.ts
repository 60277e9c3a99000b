import type { SignaturePreset } from '../../domain/arrival/delivery/signature.ts'

/** A request as it came, before anything was read from it. */
export interface SignedRequest {
  readonly method: string
  /** As its sender wrote it, with the query: some presets sign it. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

export abstract class Signatures {
  /** Whether a request was signed with the secret, not long before `now` where its signature says when. */
  abstract verify(preset: SignaturePreset, secret: string, request: SignedRequest, now: Date): boolean

  /** Returns the answer to a request by which a sender asks whether the receiver knows the secret; null for all others. */
  abstract answerTo(
    preset: SignaturePreset,
    secret: string,
    request: SignedRequest,
  ): Readonly<Record<string, string>> | null
}
