import { DomainError } from '../errors.ts'

/** Who may create an organization: everybody, those whom the operator has invited, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Refuses who may not create an organization of their own. */
export function assertMayCreate(mode: SignUpMode, isInvited = false): void {
  if (mode === 'open' || (mode === 'invite' && isInvited)) return
  const message =
    mode === 'closed'
      ? 'Sign-up is closed here; ask the operator of this service for an account'
      : 'Sign-up takes an invitation here; ask the operator of this service for one'
  throw new DomainError('FORBIDDEN', { message })
}
