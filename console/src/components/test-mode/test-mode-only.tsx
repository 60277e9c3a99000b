import { Button } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { t } from '../../languages/text.ts'
import { EmptyState } from '../loading/empty-state.tsx'
import { useOfferTestMode } from './use-offer-test-mode.tsx'

/** Shows its content only in test mode. Outside test mode it shows a button that enters test mode. */
export function TestModeOnly({ children }: { children: ReactNode }) {
  const isTestMode = useIsTestMode()
  const offer = useOfferTestMode()
  if (isTestMode) return children
  return (
    <EmptyState
      icon={FlaskConical}
      title={t('This page belongs to test mode')}
      action={<Button onClick={offer}>{t('Enter test mode')}</Button>}
    >
      {t(
        'In test mode you try out weeks of a campaign in seconds: no message is sent, and a test clock replaces the real time.',
      )}
    </EmptyState>
  )
}
