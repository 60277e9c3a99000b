import { Alert } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

/** A notice in the place of controls that need the admin or owner role. */
export function ForAdmins({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<Lock />} color="gray" mb="md" title="For admins">
      {children}
    </Alert>
  )
}
