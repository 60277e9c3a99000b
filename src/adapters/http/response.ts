import type { Readable } from 'node:stream'
import type { Schema } from 'joi'

export interface Answer {
  readonly status: number
  readonly body?: object | Readable | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The organization of the API key, token or person that sent the request; used only for the log. */
  readonly organizationId?: string | null
}

export interface ResponseRule {
  readonly description: string
  /**
   * The schema of a response with a JSON body; absent for a response without a body and for one that is not
   * JSON.
   */
  readonly schema?: Schema
  readonly example?: unknown
  /** The media type of a response that is not JSON. */
  readonly contentType?: string
  /** Examples of the response in further media types, which a client can ask for. */
  readonly alsoAs?: Readonly<Record<string, string>>
}
