import { Alert, Button, Modal, Stack } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useCreateDestination } from '../../api/event/destinations.ts'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { t } from '../../languages/text.ts'
import { DestinationForm } from './destination-form.tsx'

const empty = {
  url: '',
  types: [],
  projectId: null,
  spinnerId: null,
  includesAddresses: false,
  batchesEvents: false,
}

/** The dialog that creates a destination and then shows its secret, once. */
export function CreateDestination({ close }: { close: () => void }) {
  useReturnFocus()
  const create = useCreateDestination()
  const created = create.data
  const mayBeClosed = create.isIdle || create.isError
  return (
    <Modal
      opened
      onClose={close}
      title={created === undefined ? t('Create a destination') : t('The destination is ready')}
      closeOnClickOutside={mayBeClosed}
      closeOnEscape={mayBeClosed}
    >
      {created === undefined ? (
        <DestinationForm
          settings={empty}
          action={t('Create destination')}
          renderProblem={() => <ProblemAlert error={create.error} />}
          isPending={create.isPending}
          onSubmit={(settings) => create.mutate(settings)}
          onCancel={close}
        />
      ) : (
        <NewDestinationSecret secret={created.secret} close={close} />
      )}
    </Modal>
  )
}

/** Shows the signing secret of a destination, which cannot be shown again. */
export function NewDestinationSecret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<TriangleAlert />} title={t('Copy the secret now')}>
        {t(
          'The secret is shown only once. With it, the receiver checks that a request is yours, as Standard Webhooks describes.',
        )}
      </Alert>
      <SecretField label={t('Signing secret')} value={secret} covered={false} />
      <Button onClick={close}>{t('I have copied the secret')}</Button>
    </Stack>
  )
}
