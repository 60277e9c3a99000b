import { Box, Stack, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { MessageFrame } from './message-frame.tsx'

interface Rendered {
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
}

/** Shows a sent or captured e-mail: its recipient, its subject, and its HTML or text. */
export function RenderedMessage({ to, subject, text, html }: Rendered) {
  const title = `HTML of the e-mail to ${to}`
  return (
    <Stack gap="md">
      <Box component="dl" m={0}>
        <Line name="To">{to}</Line>
        <Line name="Subject">
          <Text span inherit fw={600}>
            {subject === '' ? '(none)' : subject}
          </Text>
        </Line>
      </Box>
      {text !== null && html !== null ? (
        <Tabs defaultValue="html" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="html">HTML</Tabs.Tab>
            <Tabs.Tab value="text">Plain text</Tabs.Tab>
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

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box display="flex" mb={4} style={{ gap: 'var(--mantine-spacing-sm)' }}>
      <Text component="dt" size="sm" c="dimmed" w={64} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Box>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <Text component="div" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}
