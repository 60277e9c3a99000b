import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile.ts'
import { passkeysQuery } from './passkeys.ts'

/**
 * Returns whether a change of the user's account needs a code or a passkey, and whether the user has passkeys. A session
 * through the provider of an organization does not know this, so the fault of a missing code asks for one, too.
 */
export function useSecondStep(faults: ReadonlyMap<string, string>) {
  const profile = useQuery(profileQuery).data
  const isOfAccount = profile?.listsAllOrganizations === true
  const passkeys = useQuery({ ...passkeysQuery, enabled: isOfAccount }).data ?? []
  const needsCode = profile?.secondFactor != null || faults.has('/code') || faults.has('/passkey')
  return { needsCode, hasPasskeys: passkeys.length > 0 }
}
