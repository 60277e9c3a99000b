import { Alert, Button, Stack } from '@mantine/core'
import { BookOpen, TriangleAlert } from 'lucide-react'
import { SecretField } from '../../../components/secret-field.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { t } from '../../../languages/text.ts'
import { openSamples } from './open-samples.ts'

/** Shows the secret of a new API key, which cannot be shown again. */
export function NewSecret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<TriangleAlert />} title={t('Copy the API key now')}>
        {t('The API key is shown only once. Keep it secret, like a password.')}
      </Alert>
      <SecretField label={t('API key')} value={secret} covered={false} />
      <Snippet label={t('header')} code={`Authorization: Bearer ${secret}`} />
      <Button
        variant="default"
        leftSection={<BookOpen size={16} aria-hidden />}
        onClick={() => openSamples(secret)}
      >
        {t('Open the API docs with this key')}
      </Button>
      <Button onClick={close}>{t('I have copied the API key')}</Button>
    </Stack>
  )
}
