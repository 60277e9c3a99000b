import { Stack, Tabs, Text } from '@mantine/core'
import { t } from '../../languages/text.ts'
import { MessageFrame } from './message-frame.tsx'
import { MessageHead } from './message-head.tsx'

interface Rendered {
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
}

/** Shows a sent or captured e-mail: its recipient, its subject, and its HTML or text. */
export function RenderedMessage({ to, subject, text, html }: Rendered) {
  const title = t('HTML of the e-mail to {to}', { to })
  return (
    <Stack gap="md">
      <MessageHead to={to} subject={subject} />
      {text !== null && html !== null ? (
        <Tabs defaultValue="html" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="html">{t('HTML')}</Tabs.Tab>
            <Tabs.Tab value="text">{t('Plain text')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="html">
            <MessageFrame html={html} title={title} />
          </Tabs.Panel>
          <Tabs.Panel value="text">
            <PlainText text={text} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <>
          {html !== null && <MessageFrame html={html} title={title} />}
          {text !== null && <PlainText text={text} />}
        </>
      )}
    </Stack>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <Text component="div" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}
