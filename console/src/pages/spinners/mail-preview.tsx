import { Divider, Paper, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { EmailPreview } from '../../api/schema.ts'
import { MailFrame } from './mail-frame.tsx'
import classes from './spinners.module.css'

/** An e-mail as its recipient would get it. */
export function MailPreview({ message: { to, subject, text, html } }: { message: EmailPreview }) {
  const [version, setVersion] = useState('html')
  const asHtml = html !== null && (text === null || version === 'html')
  return (
    <Paper withBorder mt="xs" role="group" aria-label={`E-mail to ${to}`} style={{ overflow: 'hidden' }}>
      <dl style={{ margin: 0, padding: '0.5rem 0.75rem' }}>
        <Line name="To" value={to} />
        <Line name="Subject" value={subject} strong />
      </dl>
      <Divider />
      {html !== null && text !== null && (
        <SegmentedControl
          fullWidth
          size="xs"
          radius={0}
          aria-label="Version"
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
          value={version}
          onChange={setVersion}
        />
      )}
      {asHtml ? (
        <MailFrame html={html} title={`HTML of the e-mail to ${to}`} />
      ) : (
        <Text component="pre" size="sm" p="sm" className={classes['text']}>
          {text}
        </Text>
      )}
    </Paper>
  )
}

function Line({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div style={{ display: 'flex', gap: '0.5rem' }}>
      <Text component="dt" size="sm" c="dimmed" w={56} style={{ flex: 'none' }}>
        {name}
      </Text>
      <Text component="dd" m={0} size="sm" fw={strong ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </div>
  )
}
