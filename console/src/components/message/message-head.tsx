import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'

/** The recipient and the subject of an e-mail. */
export function MessageHead({
  to,
  subject,
  preheader = null,
}: {
  to: string
  subject: string
  /** The text that inboxes show beside the subject; null or absent if it is not shown here. */
  preheader?: string | null
}) {
  return (
    <Box
      component="dl"
      m={0}
      display="grid"
      style={{ gridTemplateColumns: 'fit-content(40%) 1fr', gap: '4px var(--mantine-spacing-sm)' }}
    >
      <Line name={t('To')}>{to}</Line>
      <Line name={t('Subject')}>
        <Text span inherit fw={600}>
          {subject === '' ? t('(none)') : subject}
        </Text>
      </Line>
      {preheader !== null && (
        <Line name={t('Inbox')}>
          <Text span inherit c="dimmed" lineClamp={1}>
            {preheader}
          </Text>
        </Line>
      )}
    </Box>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </>
  )
}
