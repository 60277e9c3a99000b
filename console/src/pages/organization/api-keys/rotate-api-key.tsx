import { Modal, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRotateApiKey } from '../../../api/account/api-keys.ts'
import type { ApiKey } from '../../../api/schema.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { NewSecret } from './new-secret.tsx'

const graces = [
  { value: '0', label: t('Old key ends at once') },
  { value: '3600', label: t('Old key ends in an hour') },
  { value: '86400', label: t('Old key ends in a day') },
  { value: '604800', label: t('Old key ends in a week') },
]

export function RotateApiKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  useReturnFocus()
  const rotate = useRotateApiKey()
  const [grace, setGrace] = useState('86400')
  // Whether Escape or a click outside closes the dialog. False while the API key is replaced or its new
  // secret is shown, because the secret is shown only once.
  const mayBeClosed = rotate.isIdle || rotate.isError
  return (
    <Modal
      opened
      onClose={close}
      title={
        rotate.isSuccess
          ? t('The new API key “{name}” is ready', { name: apiKey.name })
          : t('Rotate “{name}”', { name: apiKey.name })
      }
      closeOnClickOutside={mayBeClosed}
      closeOnEscape={mayBeClosed}
    >
      {rotate.isSuccess ? (
        <NewSecret secret={rotate.data.secret} close={close} />
      ) : (
        <Stack>
          {rotate.isError && <ProblemAlert error={rotate.error} />}
          <Text size="sm">
            {t(
              'You get a new API key with the same name and scopes. Replace the old key with the new key before the old key ends.',
            )}
          </Text>
          <Select
            label={t('When the old key ends')}
            data={graces}
            value={grace}
            allowDeselect={false}
            onChange={(value) => setGrace(value ?? '0')}
          />
          <FormFooter
            onCancel={close}
            isPending={rotate.isPending}
            onAction={() => rotate.mutate({ apiKeyId: apiKey.id, graceSeconds: Number(grace) })}
          >
            {t('Rotate key')}
          </FormFooter>
        </Stack>
      )}
    </Modal>
  )
}
