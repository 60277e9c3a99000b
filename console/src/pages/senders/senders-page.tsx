import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import { sendersQuery } from '../../api/sender/senders.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RealOrganizationOnly } from '../../components/test-mode/real-organization-only.tsx'
import { t } from '../../languages/text.ts'
import { ConnectMailbox } from './connect/connect-mailbox.tsx'
import { SenderCard } from './sender-card.tsx'
import { SenderPools } from './sender-pools.tsx'

export function SendersPage() {
  const senders = useQuery(sendersQuery)
  const isAdmin = useMay('admin')
  const isTestMode = useIsTestMode()
  return (
    <>
      <PageHeader
        title={t('Senders')}
        description={t('The accounts that send your e-mails, with their limits and status.')}
        guide="use/senders"
        actions={
          isAdmin &&
          !isTestMode &&
          senders.data !== undefined && (
            <ConnectMailbox offered={senders.data.offered} existing={senders.data.items} />
          )
        }
      />
      <Loaded query={senders}>
        {({ items, offered }) => (
          <Stack>
            {isTestMode ? (
              <RealOrganizationOnly>
                {t(
                  'E-mails of test mode are captured, so no mailbox is connected. A project that is copied to test mode keeps the names and limits of its senders.',
                )}
              </RealOrganizationOnly>
            ) : (
              !isAdmin && (
                <ForAdmins>{t('Only admins and owners of the organization can connect senders.')}</ForAdmins>
              )
            )}
            {items.length === 0 && (
              <EmptyState icon={AtSign} title={t('No senders yet')}>
                {offered.includes('deployment')
                  ? t(
                      'The server of this service sends your e-mails. Connect a mailbox to send from it instead.',
                    )
                  : t('Connect a mailbox to send e-mails.')}
              </EmptyState>
            )}
            {items.map((sender) => (
              <SenderCard key={sender.id} sender={sender} />
            ))}
            {items.length > 0 && <SenderPools senders={items} />}
          </Stack>
        )}
      </Loaded>
    </>
  )
}
