import { DomainError } from '../errors.ts'

/** The people who may create an organization: everybody, people with an invitation, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Throws if this sign-up mode does not let the person create an organization. */
export function assertMayCreate(mode: SignUpMode, isInvited = false): void {
  if (mode === 'open' || (mode === 'invite' && isInvited)) return
  const message =
    mode === 'closed'
      ? 'Sign-up is closed; ask the operator of this service for an account'
      : 'Sign-up requires an invitation; ask the operator of this service for one'
  throw new DomainError('FORBIDDEN', { message })
}
