import { Switch } from '@mantine/core'
import { memo } from 'react'
import { t } from '../../../../languages/text.ts'
import type { EmailDraft } from './email-body.tsx'

/** Switches for the signature and the footer that are added below the message of an e-mail. */
export const PartSwitches = memo(function PartSwitches({
  addsSignature,
  addsFooter,
  onChange,
}: Pick<EmailDraft, 'addsSignature' | 'addsFooter'> & {
  onChange: (change: Partial<EmailDraft>) => void
}) {
  return (
    <>
      <Switch
        label={t('Add the signature of the sender')}
        description={t('Each sender has its own signature. Admins edit it under Senders.')}
        checked={addsSignature}
        onChange={({ currentTarget }) => onChange({ addsSignature: currentTarget.checked })}
      />
      <Switch
        label={t('Add the footer of the organization')}
        description={t(
          'The footer has the unsubscribe link and the postal address. Admins edit it under Settings.',
        )}
        checked={addsFooter}
        onChange={({ currentTarget }) => onChange({ addsFooter: currentTarget.checked })}
      />
    </>
  )
})
