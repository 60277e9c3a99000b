import type { RequestedAudience } from '../../job/audience/trigger-request.ts'

/** The scopes of the public API, for programs that deliver records and start jobs. */
const publicScopes = ['ingest', 'trigger'] as const

/** The scopes of management routes, by resource and verb. */
const managementScopes = [
  'tables:read',
  'tables:write',
  'records:read',
  'records:write',
  'arrivals:read',
  'arrivals:admit',
  'spinners:read',
  'spinners:write',
  'spinners:publish',
  'jobs:read',
  'jobs:control',
  'people:read',
  'people:suppress',
  'senders:read',
  'messages:read',
  'events:read',
  'events:manage',
  'usage:read',
] as const

/** The scopes of API keys: the kinds of requests that a key may be used for. */
export const scopes = [...publicScopes, ...managementScopes] as const
export type Scope = (typeof scopes)[number]
export type PublicScope = (typeof publicScopes)[number]
export type ManagementScope = (typeof managementScopes)[number]

/** Returns whether a scope is for management routes, which people use too. */
export function isManagementScope(scope: Scope): scope is ManagementScope {
  return (managementScopes as readonly Scope[]).includes(scope)
}

/** Returns the scopes that an API key needs for a trigger with this audience. */
export function scopesOf({ kind }: RequestedAudience): readonly Scope[] {
  return kind === 'records' ? ['trigger', 'ingest'] : ['trigger']
}
