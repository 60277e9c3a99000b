import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { withTexts } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import type { SignatureProps } from './signature-props.ts'

const loadEditor = withTexts(['senders', 'steps'], () => import('./signature-editor.tsx'))

/** Loads the editor of signatures when the form of a sender is opened. */
const SignatureEditor = lazy(async () => ({ default: (await loadEditor()).SignatureEditor }))

/** The field for the signature of a sender, with the formats of a line of text. */
export function SignatureField(props: SignatureProps) {
  return (
    <Input.Wrapper
      label={t('Signature')}
      labelElement="div"
      description={t(
        'The signature is added below every message of this sender. Its plain text is made from it.',
      )}
    >
      <Suspense fallback={<Skeleton height={124} radius="md" mt={4} />}>
        <SignatureEditor {...props} />
      </Suspense>
    </Input.Wrapper>
  )
}
