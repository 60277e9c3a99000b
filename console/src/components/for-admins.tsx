import { Alert } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReasonToRead } from '../api/account/session.ts'

/**
 * A notice that replaces controls which the signed-in user may not use, because they need the admin or owner
 * role.
 */
export function ForAdmins({ children }: { children: ReactNode }) {
  const reasonOfAll = useReasonToRead()
  const title = reasonOfAll === null ? 'For admins and owners' : 'Not available at present'
  return (
    <Alert icon={<Lock />} color="gray" mb="md" title={title}>
      {reasonOfAll ?? children}
    </Alert>
  )
}
