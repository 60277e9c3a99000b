import type { SignaturePreset } from '../../domain/table/signature.ts'

/** A request with records exactly as it was received, so that its signature can be verified. */
export interface SignedRequest {
  readonly method: string
  /** The URL exactly as in the request, with the query, because some signature presets cover it. */
  readonly url: string
  /** The headers of the request by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

export abstract class Signatures {
  /**
   * Returns whether a request was signed with the secret. If the signature has a time, it must be shortly
   * before `now`.
   */
  abstract verify(preset: SignaturePreset, secret: string, request: SignedRequest, now: Date): boolean

  /**
   * Returns the answer to a challenge request, by which a source checks that the receiver knows the secret;
   * null for other requests.
   */
  abstract answerTo(
    preset: SignaturePreset,
    secret: string,
    request: SignedRequest,
  ): Readonly<Record<string, string>> | null
}
