import { Alert } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * A notice that replaces controls which the signed-in user may not use, because they need the admin or owner
 * role.
 */
export function ForAdmins({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<Lock />} color="gray" mb="md" title="For admins and owners">
      {children}
    </Alert>
  )
}
