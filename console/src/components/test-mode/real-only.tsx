import { Alert } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'

/** A notice in the place of controls that change the real organization, which test mode does not. */
export function RealOnly({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<FlaskConical />} color="gray" mb="md" title="Not in test mode">
      {children}
    </Alert>
  )
}
