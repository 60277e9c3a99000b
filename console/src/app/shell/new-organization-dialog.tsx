import { Modal, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useSwitchOrganization } from '../../api/account/memberships.ts'
import { NewOrganizationForm } from '../../components/account/new-organization-form.tsx'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { t } from '../../languages/text.ts'

/** The dialog that creates a further organization of the person, and switches to it. */
export function NewOrganizationDialog({
  needsInvitation,
  onClose,
}: {
  /** Whether the organization requires an invitation of the operator, for which the dialog then asks. */
  needsInvitation: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const change = useSwitchOrganization(() => void navigate({ to: '/' }))
  return (
    <Modal opened onClose={onClose} title={t('New organization')}>
      <Stack>
        <Text size="sm">
          {t(
            'The new organization has its own data tables, spinners, people and plan, and you become its owner. You sign in to all your organizations with the same account.',
          )}
        </Text>
        <NewOrganizationForm
          invitation={needsInvitation ? undefined : null}
          renderFooter={(isPending) => (
            <FormFooter onCancel={onClose} isPending={isPending}>
              {t('Create and switch')}
            </FormFooter>
          )}
          onCreated={(id) => {
            onClose()
            change.mutate(id)
          }}
        />
      </Stack>
    </Modal>
  )
}
