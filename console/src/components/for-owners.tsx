import { Alert } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

/** In the place of what only an admin or owner of the organization can do. */
export function ForOwners({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<Lock />} color="gray" mb="md" title="For admins">
      {children}
    </Alert>
  )
}
