import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '../../languages/text.ts'
import { messageDocument } from './message-document.ts'

/** Shows the HTML of an e-mail, which can neither run scripts nor reach the network. */
export function MessageFrame({ html, title }: { html: string; title: string }) {
  const document = useMemo(() => messageDocument(html), [html])
  return (
    <>
      <iframe
        title={title}
        sandbox=""
        srcDoc={document}
        style={{
          display: 'block',
          width: '100%',
          height: 'clamp(16rem, 50vh, 32rem)',
          resize: 'vertical',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-md)',
          // Keeps the light colour scheme in the frame of an e-mail, because e-mails are written for a white
          // background.
          background: '#fff',
          colorScheme: 'light',
        }}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {t(
          'The e-mail is shown in a sandbox: scripts and links are off, and external images are not loaded.',
        )}
      </Text>
    </>
  )
}
