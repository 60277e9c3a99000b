import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { useTab } from '../tabs.ts'
import { FirstDelivery } from './first-delivery.tsx'
import { LocalAddress } from './local-address.tsx'
import { SenderGuides } from './sender-guides.tsx'
import { TestRecord } from './test-record.tsx'
import { WebhookUrl } from './webhook-url.tsx'

/** The tab of a data table that explains how other programs send records to it. */
export function ConnectTab({ table }: { table: DataTable }) {
  const [isRevealed, setRevealed] = useState(false)
  const [tab] = useTab()
  const [wait, setWait] = useState(0)
  return (
    <Stack gap="lg">
      <Section
        title={t('Webhook URL')}
        description={
          table.acceptsAnyFormat
            ? t(
                'Any source can post records to this URL in its own format. Arrivals that do not fit are held for you to check. The URL alone is enough to add records, so treat it like a password.',
              )
            : t(
                'Any source that can post JSON to this URL can add records: 1 to 500 per request, all or none. The URL alone is enough to add records, so treat it like a password.',
              )
        }
      >
        {table.webhookUrl !== null && <LocalAddress url={table.webhookUrl} />}
        <WebhookUrl table={table} isRevealed={isRevealed} onReveal={setRevealed} />
      </Section>
      <Section
        title={t('Set up a source')}
        description={t('How to connect the system that your leads come from.')}
        guide="start/connect-a-form"
      >
        <SenderGuides table={table} isRevealed={isRevealed} />
      </Section>
      <Section title={t('Wait for the first arrival')}>
        <FirstDelivery
          key={wait}
          table={table}
          isLooking={tab === 'connect'}
          onWaitAgain={() => setWait(wait + 1)}
        />
      </Section>
      <Section
        title={t('Send a test record')}
        description={t('Posts one made-up record to the webhook URL, as a source would.')}
      >
        <TestRecord table={table} />
      </Section>
      <Section title={t('Send records with an API key')}>
        <Text size="sm">
          {rich(
            'A program that can set a header may use an API key instead of the webhook URL: the key can be revoked separately. Post to <code>/api/v1/public/ingest</code> with <code>Authorization: Bearer svc_…</code> and the body <code4>{code2}"dataTableId": "{id}", "records": […]{code3}</code4>. The key needs the scope <code>ingest</code>. <link>See the API keys</link>',
            {
              code: <code />,
              code2: '{',
              id: table.id,
              code3: '}',
              code4: <code style={{ overflowWrap: 'anywhere' }} />,
              link: <AnchorLink to="/api-keys" underline="always" inherit />,
            },
          )}
        </Text>
      </Section>
    </Stack>
  )
}
