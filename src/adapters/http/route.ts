import type { Schema } from 'joi'
import type { Idempotency } from '../../domain/idempotency.ts'
import type { Credential } from '../../domain/organization/credential.ts'
import type { Scope } from '../../domain/organization/scope.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call a route, and by what credential it knows them. */
export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly scope: Scope }
  /** The token in the path is the credential. */
  | { readonly kind: 'ingestToken'; readonly scope: 'ingest' }

/** A request that has passed the guard. */
export interface RouteRequest<Params, Body> {
  readonly params: Params
  readonly body: Body
  readonly credential: Credential
  readonly idempotency: Idempotency | null
  readonly requestId: string
}

export interface Answer {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
  /** Whom it was done for; goes into the log and nowhere else. */
  readonly organizationId?: string | null
}

export interface ResponseRule {
  readonly description: string
  readonly schema: Schema
  readonly example: object
}

/**
 * A route as a value: the router mounts it, the guard holds requests to it, and the OpenAPI document
 * is written from it.
 */
export interface Route<Params = unknown, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in OpenAPI: `/public/jobs/{jobId}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly auth: Auth
  readonly params?: Schema<Params>
  readonly body?: BodyOfRoute<Body>
  readonly idempotent?: boolean
  readonly responses: Readonly<Record<number, ResponseRule>>
  /** Those that the route itself can give, beside the ones that its auth and body bring along. */
  readonly errors: readonly ErrorCode[]
  handle(request: RouteRequest<Params, Body>): Promise<Answer>
}

export interface BodyOfRoute<Body> {
  readonly schema: Schema<Body>
  readonly limit: number
  readonly optional?: boolean
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

/** Checks a route against its own types, then lets it stand in a list with others. */
export function route<Params, Body>(value: Route<Params, Body>): Route {
  return value
}

/** Every code that a route can answer with. */
export function errorsOf({ auth, body, params, idempotent, errors }: Route): readonly ErrorCode[] {
  const codes: ErrorCode[] = [...errors]
  if (auth.kind === 'apiKey') codes.push('INVALID_API_KEY', 'MISSING_SCOPE')
  if (auth.kind === 'ingestToken') codes.push('INVALID_INGEST_TOKEN')
  if (body !== undefined)
    codes.push('VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (params !== undefined || idempotent) codes.push('VALIDATION_FAILED')
  if (idempotent) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS', 'OUTCOME_UNKNOWN')
  codes.push('OVERLOADED', 'INTERNAL')
  return [...new Set(codes)]
}
