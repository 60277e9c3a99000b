import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../languages/text.ts'
import { htmlOfText } from '../../spinners/steps/composer/mail-html.ts'
import { readHtml } from '../../spinners/steps/composer/read-html.ts'
import { RichEditor } from '../../spinners/steps/composer/rich-editor.tsx'
import type { EditorUse } from '../../spinners/steps/composer/use-mail-view.ts'
import type { SignatureProps } from './signature-props.ts'
import { textOfSignature } from './signature-text.ts'

const use: EditorUse = { label: t('Signature'), isShort: true }

/**
 * Edits the signature of a sender as recipients see it, and makes its plain text from it. HTML that the editor cannot
 * show is edited as it is stored, beside its plain text.
 */
export function SignatureEditor({ signature, signatureHtml, onChange }: SignatureProps) {
  const [isSource, setSource] = useState(() => readHtml(signatureHtml) === null)
  if (isSource)
    return (
      <>
        <Textarea
          label={t('Signature as HTML')}
          description={t('The editor cannot show this HTML, so it is edited as it is stored.')}
          autosize
          minRows={3}
          maxRows={8}
          value={signatureHtml}
          onChange={({ currentTarget }) => onChange({ signature, signatureHtml: currentTarget.value })}
        />
        <Textarea
          label={t('Signature')}
          description={t('Mail programs that do not show HTML show the plain text.')}
          autosize
          minRows={2}
          maxRows={8}
          value={signature}
          onChange={({ currentTarget }) => onChange({ signature: currentTarget.value, signatureHtml })}
        />
      </>
    )
  const html = signatureHtml === '' && signature.trim() !== '' ? htmlOfText(signature) : signatureHtml
  return (
    <RichEditor
      html={html}
      fault={undefined}
      use={use}
      onChange={(changed) => {
        const doc = readHtml(changed)
        onChange({ signature: doc === null ? '' : textOfSignature(doc), signatureHtml: changed })
      }}
      onUnreadable={() => setSource(true)}
    />
  )
}
