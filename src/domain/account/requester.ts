import type { Actor } from './audit/actor.ts'

/** The user, API key or program that requests a change, and the organization in which. */
export interface Requester {
  readonly organizationId: string
  readonly by: Actor
}
