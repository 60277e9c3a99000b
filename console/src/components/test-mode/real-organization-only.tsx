import { Alert } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'

/** A notice that replaces controls which change the real organization, because test mode refuses such changes. */
export function RealOrganizationOnly({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<FlaskConical />} color="gray" mb="md" title={t('Not available in test mode')}>
      {children}
    </Alert>
  )
}
