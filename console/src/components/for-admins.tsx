import { Alert } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay, useReasonToRead } from '../api/account/session.ts'
import { t } from '../languages/text.ts'

/**
 * A notice that replaces controls which the signed-in user may not use, because they need the admin or owner
 * role. Viewers know from Home that they change nothing, so they see it only in place of a whole page.
 * All users see it while nobody may change anything, for example before the organization is deleted.
 */
export function ForAdmins({ isWholePage = false, children }: { isWholePage?: boolean; children: ReactNode }) {
  const reasonOfAll = useReasonToRead()
  const isViewer = !useMay('editor')
  if (reasonOfAll === null && isViewer && !isWholePage) return null
  const title = reasonOfAll === null ? t('For admins and owners') : t('Not available at present')
  return (
    <Alert icon={<Lock />} color="gray" mb="md" title={title}>
      {reasonOfAll ?? children}
    </Alert>
  )
}
