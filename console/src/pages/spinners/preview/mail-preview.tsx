import { Paper } from '@mantine/core'
import type { EmailPreview } from '../../../api/schema.ts'
import { RenderedMessage } from '../../../components/rendered-message.tsx'

/** An e-mail as its recipient would get it. */
export function MailPreview({ message }: { message: EmailPreview }) {
  return (
    <Paper withBorder mt="xs" p="sm" role="group" aria-label={`E-mail to ${message.to}`}>
      <RenderedMessage {...message} />
    </Paper>
  )
}
